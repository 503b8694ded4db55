import { nl } from '#copy/nl.ts';

export const LIBRARY_PATH = '/mediabibliotheek';

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
