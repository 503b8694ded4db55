import { expect, it, vi } from 'vitest';

it('keeps the state of the sidebar in a cookie for seven days', async () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  const { collapsedInCookie, sidebarCookie } = await import('./sidebar-state.ts');
  expect(sidebarCookie('collapsed')).toContain('max-age=604800');
  const [stored = ''] = sidebarCookie('collapsed').split(';');
  expect(collapsedInCookie(`a=b; ${stored}`)).toBe(true);
  expect(collapsedInCookie('sidebar_state=expanded; a=b')).toBe(false);
});
