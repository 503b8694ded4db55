import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { EARLY_LAYOUT, EARLY_LAYOUT_HASH } from './early-layout.ts';

it('has the hash that the policy allows', () =>
  expect(EARLY_LAYOUT_HASH).toBe(
    `sha256-${createHash('sha256').update(EARLY_LAYOUT).digest('base64')}`,
  ));
