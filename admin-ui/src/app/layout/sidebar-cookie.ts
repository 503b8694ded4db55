const SIDEBAR_COOKIE_SECONDS = 7 * 24 * 60 * 60;

const NAME = 'sidebar_state';

/** Whether the page's cookies say that the sidebar was left collapsed. */
export function collapsedInCookie(cookies: string): boolean {
  return cookies.split(';').some((part) => part.trim() === `${NAME}=collapsed`);
}

/** The cookie that remembers the sidebar for seven days (spec §9). */
export function sidebarCookie(collapsed: boolean): string {
  const value = collapsed ? 'collapsed' : 'expanded';
  return `${NAME}=${value}; path=/admin; max-age=${SIDEBAR_COOKIE_SECONDS}; samesite=strict`;
}
