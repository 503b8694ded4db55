/** Addresses of links, and the base address of this site. */
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
 * '', or the base address of the preview; prefix of every path that a script builds.
 */
export const siteBase =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '');

export interface NavigationLink {
  label: string;
  href: string;
  /** It links to the current page. */
  current: boolean;
  /** On a narrow screen it is in the menu or the footer instead of the bar. */
  isMore?: boolean;
}

/** Links of top bar and footer; home's sections are in-page links on home (spec §2). Other pages if they exist. */
export function navigationLinks(
  path: string,
  { hasMap, hasNotes, hasSeries, hasSpecies }: Partial<HtmlSite>,
): NavigationLink[] {
  const section = (id: string) => (path === '/' ? `#${id}` : `/#${id}`);
  const page = (label: string, href: string) => ({ label, href, current: path === href });
  return [
    page(nl.nav.home, '/'),
    page(nl.nav.library, LIBRARY_PATH),
    ...(hasSeries ? [page(nl.series.title, SERIES_PATH)] : []),
    ...(hasNotes ? [page(nl.notes.title, NOTES_PATH)] : []),
    ...(hasSpecies ? [{ ...page(nl.species.title, SPECIES_PATH), isMore: true }] : []),
    ...(hasMap ? [{ ...page(nl.map.title, MAP_PATH), isMore: true }] : []),
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

/** The map with one species, by its name in the select. */
export function mapHref(species: string): string {
  return `${MAP_PATH}?soort=${encodeURIComponent(species)}`;
}

/** The library with a search. */
export function searchHref(words: string): string {
  return `${LIBRARY_PATH}?q=${encodeURIComponent(words)}`;
}
