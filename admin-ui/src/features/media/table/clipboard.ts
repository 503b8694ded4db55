/** Cells as texts, to show, copy and paste them: lines are rows, tabs stand between cells. */
import { type LocationPrivacy, locationPrivacies } from '@veldlicht/contract/location';
import { plainDate } from '@veldlicht/contract/media';
import { sameName } from '@veldlicht/contract/name';
import type { ItemSpecies, Species } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import i18next from 'i18next';
import { asSeen } from '#features/species/species-search.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { categoryText } from '#lib/field-words.ts';
import type { FieldValues } from '../field-values.ts';
import { type Column, columns } from '../fields.ts';
import type { Edit } from './row-change.ts';

/** The choices of the cells. */
export interface CellWords {
  categories: readonly string[];
  tags: readonly string[];
  species: readonly Species[];
}

/** Short, as the head of the column names the subject. */
const shortPrivacy = {
  exact: 'privacyExact',
  approximate: 'seeArea',
  hidden: 'seeNothing',
} as const satisfies Record<LocationPrivacy, PlainTextKey>;
export const privacyText = (privacy: LocationPrivacy) => i18next.t(shortPrivacy[privacy]);

const texts: { [Name in Column]: (value: FieldValues[Name]) => string } = {
  title: String,
  category: categoryText,
  date: String,
  location: String,
  locationPrivacy: privacyText,
  tags: (tags) => tags.join(', '),
  species: (species) => species.map(speciesLabel).join(', '),
};

export const textOfCell = <Name extends Column>(column: Name, fields: FieldValues): string =>
  texts[column](fields[column]);

const named = (names: readonly string[], text: string) => names.find((one) => sameName(one, text));
const partsOf = (text: string) =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Finds each name; null if one is unknown. */
function eachOf<One>(text: string, find: (name: string) => One | undefined): One[] | null {
  const found = partsOf(text).map(find);
  return found.includes(undefined) ? null : found.filter((one) => one !== undefined);
}

/** Parses the dates that people and spreadsheets write: 2026-05-04, 4-5-2026, 04/05/2026. */
function dateOf(text: string): string | null {
  const dutch = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  const [, day = '', month = '', year] = dutch ?? [];
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return plainDate.safeParse(date).success ? date : null;
}

const values: {
  [Name in Column]: (text: string, words: CellWords) => FieldValues[Name] | null | undefined;
} = {
  title: (text) => text,
  location: (text) => text,
  date: dateOf,
  // Matches the stored name and the label.
  category: (text, { categories }) =>
    text === ''
      ? ''
      : (named(categories, text) ?? categories.find((one) => sameName(categoryText(one), text))),
  locationPrivacy: (text) => locationPrivacies.find((one) => sameName(privacyText(one), text)),
  tags: (text, { tags }) => eachOf(text, (name) => named(tags, name)),
  species: (text, { species }) => {
    const isOf = ({ scientificName, dutchName }: Species, name: string) =>
      sameName(scientificName, name) || (dutchName !== null && sameName(dutchName, name));
    return eachOf(text, (name) => species.find((one) => isOf(one, name)))?.map(asSeen) ?? null;
  },
};

/** Parses the text of a cell; null if it is none of its values. */
export function valueOfText(
  column: Column,
  text: string,
  words: CellWords,
): Partial<FieldValues> | null {
  const value = values[column](text.trim(), words);
  return value == null ? null : { [column]: value };
}

export const textOfRows = (rows: readonly FieldValues[], names: readonly Column[]): string =>
  rows.map((row) => names.map((name) => textOfCell(name, row)).join('\t')).join('\n');

export const linesOf = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

/**
 * Turns pasted lines into edits of rows, from `column` to the right. `unknown` counts the texts that are none of the
 * values of their cell, which are left out.
 */
export function editsOfLines(
  lines: readonly string[][],
  rows: readonly { id: string; fields: FieldValues }[],
  column: Column,
  words: CellWords,
): { edits: Edit[]; unknown: number } {
  const names = columns.slice(columns.indexOf(column));
  let unknown = 0;
  const changeOf = (line: readonly string[], before: FieldValues): Partial<FieldValues> => {
    const parts = names.slice(0, line.length).map((name, n) => {
      const value = valueOfText(name, line[n] ?? '', words);
      if (value === null) unknown += 1;
      return value;
    });
    const { species, ...change } = Object.assign({}, ...parts) as Partial<FieldValues>;
    const kept = (one: ItemSpecies) =>
      before.species.find(({ scientificName }) => scientificName === one.scientificName) ?? one;
    // Keeps how the species was seen in this row.
    return { ...change, ...(species && { species: species.map(kept) }) };
  };
  const edits = rows.slice(0, lines.length).map(({ id, fields }, n) => ({
    ids: [id],
    change: changeOf(lines[n] ?? [], fields),
  }));
  return { edits: edits.filter(({ change }) => Object.keys(change).length > 0), unknown };
}
