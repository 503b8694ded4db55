import { roles } from '@veldlicht/contract/user';
import { expect, it } from 'vitest';
import { mayEnter } from '#lib/permissions.ts';
import { laterItems, menuFor } from './menu-items.ts';

it.each(roles)('shows a %s exactly the areas of that role', (role) => {
  const areas = menuFor({ role }).flatMap(({ area }) => area ?? []);
  const open = menuFor({ role }).filter(({ area }) => area === undefined);
  expect(open.map(({ to }) => to)).toEqual(['/']);
  const all = menuFor({ role: 'admin' }).flatMap(({ area }) => area ?? []);
  expect(areas).toEqual(all.filter((area) => mayEnter({ role }, area)));
});

it('gives placeholders no address', () => {
  expect(laterItems.filter(({ to }) => to !== undefined)).toEqual([]);
});
