/** Where links lead, and below which address this site is served. */
import { nl } from '#copy/nl.ts';

export const LIBRARY_PATH = '/mediabibliotheek';

/**
 * '', or the address below which the preview is served; prefix of every path that a script makes.
 */
export const siteBase =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '');

export interface NavigationLink {
  label: string;
  href: string;
  /** Is it the page being shown? */
  current: boolean;
}

/** The four links of top bar and footer; sections of home are in-page links there (spec §2). */
export function navigationLinks(path: string): NavigationLink[] {
  const section = (id: string) => (path === '/' ? `#${id}` : `/#${id}`);
  return [
    { label: nl.nav.home, href: '/', current: path === '/' },
    { label: nl.nav.library, href: LIBRARY_PATH, current: path === LIBRARY_PATH },
    { label: nl.nav.about, href: section('over-mij'), current: false },
    { label: nl.nav.contact, href: section('contact'), current: false },
  ];
}

/** The library filtered by one category. */
export function categoryHref(name: string): string {
  return `${LIBRARY_PATH}?category=${encodeURIComponent(name)}`;
}

/** The library filtered by one tag. */
export function tagHref(tag: string): string {
  return `${LIBRARY_PATH}?tag=${encodeURIComponent(tag)}`;
}

/** The click of a visitor who wants what it shows here and now: not a new tab, not a file of it. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  return !(button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented);
}
