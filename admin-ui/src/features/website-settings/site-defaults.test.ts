import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { siteDefaults } from './settings-values.ts';

const source = readFileSync(
  new URL('../../../../content-build/src/snapshot/site-facts.ts', import.meta.url),
  'utf8',
);

it.each(Object.entries(siteDefaults))(
  'the placeholder of %s is what visitors read',
  (name, text) => {
    const rule = new RegExp(`\\b${name}:\\s*'([^']*)'`);
    expect(rule.exec(source)?.[1]).toBe(text);
  },
);
