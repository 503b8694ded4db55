/**
 * Reads a Darwin Core taxon file: species to add or change, and reasons for skipped lines. Pure.
 */
import { capitalised, nameSlug } from '@veldlicht/contract/name';
import { type SpeciesInput, speciesInput } from '@veldlicht/contract/species';
import { type SpeciesGroup, speciesGroups } from '@veldlicht/contract/species-groups';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { CsvError } from 'csv-parse/sync';
import { type CsvRow, csvRows } from '../csv-rows.ts';
import type { species } from '../schema.ts';

type KnownSpecies = Pick<
  typeof species.$inferSelect,
  'scientificName' | 'dutchName' | 'englishName' | 'groupName' | 'family' | 'synonyms'
>;

interface TaxaFile {
  species: SpeciesInput[];
  /** A sentence for each skipped line. */
  left: string[];
}

/** Most species of one file. */
const MAX_SPECIES = 20_000;

/** Decodes UTF-16, UTF-8 or Windows-1252; null for a binary file. */
function decodeText(bytes: Uint8Array): string | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isWide && bytes.includes(0)) return null;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Cells by line. In a file with tabs quotes are plain characters. */
function rowsOf(file: string): CsvRow[] {
  // Within quotes CRLF would count as two lines, which makes line numbers wrong.
  const text = file.replace(/\r\n?/g, '\n');
  const head = /^.*/.exec(text)?.[0] ?? '';
  const count = (mark: string) => head.split(mark).length;
  const delimiter = ['\t', ';', ','].reduce((a, b) => (count(b) > count(a) ? b : a));
  return csvRows(text, delimiter, delimiter === '\t' ? null : '"');
}

function readRows(text: string): CsvRow[] {
  try {
    return rowsOf(text);
  } catch (error) {
    throw error instanceof CsvError ? new TerminalError(`${error.message}.`) : error;
  }
}

/** Why a line is skipped. */
class LeftOut extends Error {}

type Taxon = Record<string, string | undefined>;

/** 'scientificname' of "dwc:scientificName" and of "http://rs.tdwg.org/dwc/terms/scientificName". */
const termOf = (head: string) =>
  (
    head
      .trim()
      .split(/[:/#"]/)
      .at(-1) ?? ''
  ).toLowerCase();

/** Lower-case words of authors; their other words have a capital. */
const AUTHOR_WORDS =
  /^(?:al|auct|d|da|de|del|den|der|du|en|et|ex|in|la|le|non|s\.?l|s\.?s|sensu|ter|van|von|zu|zur)\.?$/;

/** "Bubo bubo" of "Bubo bubo (Linnaeus, 1758)", "Lasioglossum morio" of "Lasioglossum (Evylaeus) morio". */
function bareName(full: string, author: string): string {
  const text = full.replace(/[_\s]+/g, ' ').trim();
  const named = author && text.endsWith(author) ? text.slice(0, -author.length).trim() : text;
  const [genus = '', ...rest] = named.split(' ');
  const hasSubgenus = /^\(\p{L}+\)$/u.test(rest[0] ?? '') && /^\p{Ll}/u.test(rest[1] ?? '');
  const words = hasSubgenus ? rest.slice(1) : rest;
  const end = words.findIndex((word) => /^[\p{Lu}([]/u.test(word) || AUTHOR_WORDS.test(word));
  return [genus, ...(end < 0 ? words : words.slice(0, end))].join(' ');
}

const RANKS =
  /^(?:(?:sub|notho)?species|(?:onder)?soort|var(?:iety|ietas|\.)?|f(?:orma?|\.)?|hybrid|.*aggregate)$/i;
const SYNONYM = /synonym|misapplied|unaccepted/i;

/** By order, class, phylum or kingdom. */
const groupOfTaxon: Record<string, SpeciesGroup> = {
  odonata: 'dragonflies',
  coleoptera: 'beetles',
  hymenoptera: 'bees',
  diptera: 'flies',
  orthoptera: 'grasshoppers',
  lepidoptera: 'moths',
  squamata: 'reptiles',
  testudines: 'reptiles',
  aves: 'birds',
  mammalia: 'mammals',
  reptilia: 'reptiles',
  amphibia: 'amphibians',
  actinopterygii: 'fish',
  elasmobranchii: 'fish',
  petromyzonti: 'fish',
  insecta: 'insects',
  arachnida: 'spiders',
  mollusca: 'molluscs',
  bryophyta: 'mosses',
  marchantiophyta: 'mosses',
  anthocerotophyta: 'mosses',
  plantae: 'plants',
  fungi: 'fungi',
};

function groupOf(taxon: Taxon, ofFamily: ReadonlyMap<string, SpeciesGroup>): SpeciesGroup {
  const parts = [taxon.order, taxon.class, taxon.phylum, taxon.kingdom];
  const found = parts.map((part) => groupOfTaxon[part?.toLowerCase() ?? '']).find(Boolean);
  return ofFamily.get(taxon.family ?? '') ?? found ?? 'other';
}

/** The first of "oehoe | grote uil", capitalised. */
const nameOf = (cell: string | undefined) => capitalised(cell?.split('|')[0]?.trim() ?? '');

/** Its Dutch and English name: `vernacularName` is Dutch unless `language` says otherwise. */
function namesOf({ vernacularname, language, ...own }: Taxon) {
  const isEnglish = /^en/i.test(language ?? '');
  const isDutch = !language || /^(?:nl|nld|dut|dutch|nederlands)\b/i.test(language);
  return {
    dutchName: nameOf(own.dutchname || (isDutch ? vernacularname : '')),
    englishName: nameOf(own.englishname || (isEnglish ? vernacularname : '')),
  };
}

/**
 * Reads species from a file; empty fields of a known species keep its values. Throws `TerminalError` for another kind
 * of file.
 */
export function readTaxa(file: Uint8Array, known: readonly KnownSpecies[]): TaxaFile {
  const text = decodeText(file);
  if (text === null)
    throw new TerminalError(
      'This is no text file. Unpack a zip first and take its taxon file; save a workbook as CSV.',
    );
  const [head, ...rows] = readRows(text);
  const terms = head?.cells.map(termOf) ?? [];
  if (!terms.includes('scientificname'))
    throw new TerminalError('The first line has no column scientificName.');
  const byName = new Map(known.map((one) => [one.scientificName, one]));
  const bySynonym = new Map(known.flatMap((one) => one.synonyms.map((name) => [name, one])));
  const ofFamily = new Map(known.map(({ family, groupName }) => [family ?? '', groupName]));
  const bySlug = new Map(known.map(({ scientificName: name }) => [nameSlug(name), name]));
  const lines = new Map<string, number>();

  /** Throws `LeftOut` with a sentence for a line to skip. */
  const take = ({ line, cells }: CsvRow): SpeciesInput => {
    const taxon: Taxon = Object.fromEntries(terms.map((term, i) => [term, cells[i]]));
    const author = taxon.scientificnameauthorship ?? '';
    const scientificName = bareName(taxon.scientificname ?? '', author);
    if (!scientificName) throw new LeftOut('it has no scientific name');
    const rank = taxon.taxonrank ?? '';
    if (rank && !RANKS.test(rank)) throw new LeftOut(`its rank is ${rank}, not species`);
    if (!scientificName.includes(' ')) throw new LeftOut('the name of a species has two words');
    const { acceptednameusageid: accepted, taxonid } = taxon;
    if (SYNONYM.test(taxon.taxonomicstatus ?? '') || (accepted && taxonid && accepted !== taxonid))
      throw new LeftOut('the file calls it a synonym');
    const from = byName.get(scientificName);
    const other = bySynonym.get(scientificName);
    if (!from && other) throw new LeftOut(`in the list this is ${other.scientificName}`);

    const names = namesOf(taxon);
    const group = speciesGroups.find((one) => one === taxon.group?.toLowerCase());
    const read = speciesInput.safeParse({
      scientificName,
      dutchName: names.dutchName || from?.dutchName || null,
      englishName: names.englishName || from?.englishName || null,
      group: group ?? from?.groupName ?? groupOf(taxon, ofFamily),
      family: taxon.family || from?.family || null,
    });
    if (!read.success) {
      const isName = read.error.issues.some(({ path }) => path[0] === 'scientificName');
      throw new LeftOut(isName ? 'it is not written as a scientific name' : 'a name is too long');
    }
    const before = lines.get(scientificName);
    if (before !== undefined) throw new LeftOut(`it is on line ${before} already`);
    const slug = nameSlug(scientificName);
    const holder = bySlug.get(slug) ?? scientificName;
    if (holder !== scientificName) throw new LeftOut(`it would have the same page as ${holder}`);
    bySlug.set(slug, scientificName);
    lines.set(scientificName, line);
    return read.data;
  };
  const taken: TaxaFile = { species: [], left: [] };
  for (const row of rows)
    try {
      taken.species.push(take(row));
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      const name = row.cells[terms.indexOf('scientificname')] ?? '';
      taken.left.push(`Line ${row.line}, ${name}: ${error.message}.`);
    }
  if (taken.species.length > MAX_SPECIES)
    throw new TerminalError(`This is more than ${MAX_SPECIES} species. Split the file.`);
  return taken;
}
