import type { JobKind } from '@veldlicht/database/jobs';
import { expect, it } from 'vitest';
import { nextKinds } from './next-kinds.ts';

it.each<[JobKind[], JobKind[]]>([
  [[], ['preview', 'inspect', 'renditions', 'remove', 'remake']],
  [
    ['renditions', 'remove'],
    ['preview', 'inspect'],
  ],
  [['renditions', 'renditions', 'inspect'], ['preview']],
  [['inspect', 'inspect', 'inspect', 'preview'], ['preview']],
  [
    ['preview', 'preview'],
    ['inspect', 'renditions', 'remove', 'remake'],
  ],
  [['preview', 'preview', 'inspect', 'inspect', 'inspect'], []],
])('beside %j it may begin %j: who looks at a page waits for no picture', (running, next) => {
  expect(nextKinds(running)).toEqual(next);
});
