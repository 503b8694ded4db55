import { siteBase } from '#lib/site-base.ts';

/** Addresses asked for already. */
const asked = new Set<string>();

/**
 * Fetches the page behind a link as soon as a visitor points at it or focuses it, so that it is
 * there when they click. Not for those who save data, nor for pages that are made anew each time.
 */
export function prefetchOnIntent(): void {
  if (siteBase) return;
  for (const type of ['pointerover', 'focusin', 'touchstart'] as const) {
    document.addEventListener(type, prefetchTarget, { passive: true });
  }
}

function prefetchTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (asked.has(link.pathname) || matchMedia('(prefers-reduced-data: reduce)').matches) return;
  asked.add(link.pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = link.pathname + link.search;
  document.head.append(hint);
}
