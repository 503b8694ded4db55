import { expect, it } from 'vitest';
import { mayWrite } from './permissions.ts';

it('lets editors and admins write, viewers look', () => {
  expect((['viewer', 'editor', 'admin'] as const).map((role) => mayWrite({ role }))).toEqual([
    false,
    true,
    true,
  ]);
});
