import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Below this width in pixels the sidebar is a drawer (spec §9). */
const MOBILE_BREAKPOINT_PX = 768;

const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Cookie with the state of the sidebar, kept for seven days (spec §9). */
export const sidebarCookie = (state: 'collapsed' | 'expanded') =>
  `sidebar_state=${state}; path=/admin; max-age=${COOKIE_SECONDS}; samesite=strict`;

export const collapsedInCookie = (cookies: string) =>
  cookies.split('; ').includes('sidebar_state=collapsed');

const narrow = window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

function subscribeNarrow(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether a dialog or an open list is above the page, by an attribute that Base UI sets. */
function isCovered(): boolean {
  return document.querySelector('[role="presentation"][data-open]') !== null;
}

/** State of the sidebar: wide or collapsed, a drawer on phones. Ctrl/Cmd+B toggles it (spec §2, §9). */
export function useSidebar() {
  const isMobile = useSyncExternalStore(subscribeNarrow, () => narrow.matches);
  const [collapsed, setCollapsed] = useState(() => collapsedInCookie(document.cookie));
  const [drawerOpen, setDrawerOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) setDrawerOpen((open) => !open);
    else setCollapsed((now) => !now);
  }, [isMobile]);

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = sidebarCookie(collapsed ? 'collapsed' : 'expanded');
  }, [collapsed]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (drawerOpen || !isCovered()) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle, drawerOpen]);

  return { isMobile, collapsed, drawerOpen: isMobile && drawerOpen, setDrawerOpen, toggle };
}
