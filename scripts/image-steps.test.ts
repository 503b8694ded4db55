import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { imageSteps } from './image-steps.ts';

const root = path.join(import.meta.dirname, '..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');

it('finds the steps of both stages where they run', () => {
  const steps = imageSteps(dockerfile);
  expect(steps.filter(({ stage }) => stage === 'build').length).toBeGreaterThan(3);
  expect(steps.find(({ command }) => command === 'npm ci --ignore-scripts')).toMatchObject({
    stage: 'build',
    folder: '/app',
  });
  expect(steps.filter(({ stage }) => stage === 'veldlicht')).toHaveLength(2);
});

it('starts a program that is there, as somebody who is not root', () => {
  const [, command = ''] = /^CMD \["node", "(.*)"\]$/m.exec(dockerfile) ?? [];
  expect(existsSync(path.join(root, command))).toBe(true);
  expect(dockerfile).toMatch(/^USER veldlicht$/m);
  // A line that goes on would not be understood by imageSteps.
  expect(dockerfile).not.toMatch(/\\\n/);
});

it.each(['deploy/systemd/veldlicht.service', 'deploy/systemd/veldlicht-caddy.service'])(
  '%s names files that are there',
  (unit) => {
    const text = readFileSync(path.join(root, unit), 'utf8');
    const files = [
      ...text.matchAll(/(?:\/opt\/veldlicht\/|node )((?:scripts\/|deploy\/|Caddyfile)\S*)/g),
    ];
    expect(files.length).toBeGreaterThan(0);
    for (const [, file = ''] of files) expect(existsSync(path.join(root, file))).toBe(true);
  },
);
