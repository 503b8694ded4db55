import { roles } from '@veldlicht/contract/user';
import { expect, it } from 'vitest';
import { mayEnter } from '#lib/permissions.ts';
import { laterItems, menuFor } from './menu-items.ts';

it.each(roles)('leads a %s to every part that the role may see, and to no other', (role) => {
  const areas = menuFor({ role }).flatMap(({ area }) => area ?? []);
  const open = menuFor({ role }).filter(({ area }) => area === undefined);
  expect(open.map(({ to }) => to)).toEqual(['/']);
  const all = menuFor({ role: 'admin' }).flatMap(({ area }) => area ?? []);
  expect(areas).toEqual(all.filter((area) => mayEnter({ role }, area)));
});

it('leads nowhere with what is still to come', () => {
  expect(laterItems.filter(({ to }) => to !== undefined)).toEqual([]);
});
