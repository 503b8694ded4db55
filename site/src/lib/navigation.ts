/** Where links lead, and below which address this site is served. */
import { MAP_PATH } from '@veldlicht/contract/grid-area';
import { nameSlug } from '@veldlicht/contract/name';
import type { HtmlSite } from '@veldlicht/contract/site-facts';
import type { SpeciesName } from '@veldlicht/contract/species';
import { nl } from '#copy/nl.ts';

export const LIBRARY_PATH = '/mediabibliotheek';
export const SPECIES_PATH = '/soorten';
export const ABOUT_PATH = '/over';
export const NOTES_PATH = '/veldnotities';
export const SERIES_PATH = '/reeksen';

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

/** The links of top bar and footer; sections of home are in-page links there (spec §2). Series and field notes once there are any. */
export function navigationLinks(
  path: string,
  { hasNotes, hasSeries }: Pick<HtmlSite, 'hasNotes' | 'hasSeries'>,
): NavigationLink[] {
  const section = (id: string) => (path === '/' ? `#${id}` : `/#${id}`);
  const series = { label: nl.series.title, href: SERIES_PATH, current: path === SERIES_PATH };
  const notes = { label: nl.notes.title, href: NOTES_PATH, current: path === NOTES_PATH };
  return [
    { label: nl.nav.home, href: '/', current: path === '/' },
    { label: nl.nav.library, href: LIBRARY_PATH, current: path === LIBRARY_PATH },
    ...(hasSeries ? [series] : []),
    ...(hasNotes ? [notes] : []),
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

/** The page of a species. */
export function speciesHref({ scientificName }: SpeciesName): string {
  return `/soort/${nameSlug(scientificName)}`;
}

/** The map with one species, by the name in its choice. */
export function mapHref(species: string): string {
  return `${MAP_PATH}?soort=${encodeURIComponent(species)}`;
}

/** The library, searched. */
export function searchHref(words: string): string {
  return `${LIBRARY_PATH}?q=${encodeURIComponent(words)}`;
}
