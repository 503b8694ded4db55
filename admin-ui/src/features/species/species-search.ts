/** Finds species by any part of a name. */
import { foldForSearch } from '@veldlicht/contract/name';
import {
  type ItemSpecies,
  type Species,
  type SpeciesName,
  species,
} from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import {
  type SpeciesByName,
  speciesByName,
  speciesNamedIn,
} from '@veldlicht/contract/species-words';
import i18next from 'i18next';
import { z } from 'zod';
import { oncePer } from '#lib/once-per.ts';
import { apiQuery } from '#lib/session.ts';

export const speciesQuery = {
  ...apiQuery(z.array(species), '/api/admin/species'),
  staleTime: 5 * 60_000,
};

/** Names folded once, so that a search of 4,800 takes a millisecond. */
export interface SpeciesIndex {
  list: { species: Species; text: string }[];
  byName: SpeciesByName<Species>;
}

export const speciesIndex = oncePer((all: readonly Species[]): SpeciesIndex => {
  const list = all.map((one) => ({
    species: one,
    text: foldForSearch(`${one.dutchName ?? ''}\n${one.scientificName}\n${one.englishName ?? ''}`),
  }));
  return { list, byName: speciesByName(all) };
});

/** 'Hop (Upupa epops)': two species may share a Dutch name. */
export function bothNames({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ? `${dutchName} (${scientificName})` : scientificName;
}

/** The English name in the English panel, before the Dutch one that the site shows. */
export function englishFirst({ englishName, dutchName }: Species): string {
  const english = i18next.language === 'en' ? englishName : null;
  return [english, dutchName].filter(Boolean).join(', ');
}

/** A sighting with the usual values. */
export const asSeen = ({ scientificName, dutchName }: Species): ItemSpecies => ({
  scientificName,
  dutchName,
  kind: 'wild',
  lifeStage: null,
  nest: false,
});

/** Rank of a match: 0 at the start, 1 at the start of a word, 2 elsewhere, -1 none. */
function rankOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at <= 0) return at;
  return /\s/.test(text[at - 1] ?? '') ? 1 : 2;
}

/** Best matches first; among equals, the species with most items. */
export function findSpecies({ list }: SpeciesIndex, typed: string, limit = 12): Species[] {
  const wanted = foldForSearch(typed).trim();
  if (wanted === '') return [];
  const found = list.flatMap(({ species: one, text }) => {
    const rank = rankOf(text, wanted);
    return rank < 0 ? [] : [{ one, rank, length: text.length }];
  });
  found.sort((a, b) => a.rank - b.rank || b.one.items - a.one.items || a.length - b.length);
  return found.slice(0, limit).map(({ one }) => one);
}

export const speciesViews = ['all', 'own', 'shown'] as const;
export type SpeciesView = (typeof speciesViews)[number];

const byLabel = new Intl.Collator('nl').compare;

/** The species of a view, by name; with a search, best matches first. */
export function viewSpecies(index: SpeciesIndex, view: SpeciesView, typed: string): Species[] {
  const isTyped = typed.trim() !== '';
  const all = isTyped
    ? findSpecies(index, typed, Number.POSITIVE_INFINITY)
    : index.list.map(({ species: one }) => one);
  const found = all.filter(
    ({ own, items }) => view === 'all' || (view === 'own' ? own : items > 0),
  );
  return isTyped ? found : found.sort((a, b) => byLabel(speciesLabel(a), speciesLabel(b)));
}

const USUAL = 8;

/** The species with most items. */
export function usualSpecies({ list }: SpeciesIndex): Species[] {
  const shown = list.map(({ species: one }) => one).filter(({ items }) => items > 0);
  return shown.sort((a, b) => b.items - a.items).slice(0, USUAL);
}

export interface NamedSpecies {
  species: Species;
  /** The word that names it. */
  word: string;
  /** Number of items that name it. */
  count: number;
}

/** Species that an item's texts name and that it does not show yet. */
export function namedSpecies(
  known: { species: SpeciesByName<Species>; declined: readonly string[] },
  words: { keywords: readonly string[]; title: string },
  shown: readonly ItemSpecies[],
): NamedSpecies[] {
  const named = speciesNamedIn(known.species, { ...words, declined: known.declined });
  return [...named]
    .filter(([one]) => !shown.some(({ scientificName }) => scientificName === one.scientificName))
    .map(([species, word]) => ({ species, word, count: 1 }));
}
