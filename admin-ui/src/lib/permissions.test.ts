import { roles } from '@veldlicht/contract/user';
import { describe, expect, it } from 'vitest';
import { type Area, mayEnter, mayWrite } from './permissions.ts';

/** In the order viewer, editor, admin. */
const table: Record<Area, [boolean, boolean, boolean]> = {
  dashboard: [true, true, true],
  visits: [true, true, true],
  media: [true, true, true],
  categories: [true, true, true],
  species: [true, true, true],
  notes: [true, true, true],
  series: [true, true, true],
  settings: [true, true, true],
  contacts: [false, true, true],
  publishing: [false, true, true],
  guard: [false, true, true],
  purge: [false, false, true],
  guardEdit: [false, false, true],
  contactPrivacy: [false, false, true],
  users: [false, false, true],
  websiteSettings: [false, false, true],
  auditLog: [false, false, true],
  moving: [false, false, true],
  backups: [false, false, true],
};

describe('the table of roles', () => {
  // Cast: the keys of a literal object are its own.
  it.each(Object.entries(table) as Array<[Area, boolean[]]>)('holds for %s', (area, expected) => {
    expect(roles.map((role) => mayEnter({ role }, area))).toEqual(expected);
  });
  it('lets editors and admins write, viewers read', () => {
    expect(roles.map((role) => mayWrite({ role }))).toEqual([false, true, true]);
  });
});
