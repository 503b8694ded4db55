import { expect, it } from 'vitest';
import { collapsedInCookie, sidebarCookie } from './sidebar-cookie.ts';

it('remembers for seven days how the sidebar was left', () => {
  expect(sidebarCookie(true)).toContain('max-age=604800');
  expect(collapsedInCookie(`a=b; ${sidebarCookie(true).split(';')[0]}`)).toBe(true);
  expect(collapsedInCookie(`${sidebarCookie(false).split(';')[0]}; a=b`)).toBe(false);
  expect(collapsedInCookie('')).toBe(false);
});
