/**
 * Reads a Darwin Core taxon file: what it adds to the species there are, what it changes, and which lines it can't
 * take (pure).
 */
import { capitalised, nameSlug } from '@veldlicht/contract/name';
import {
  MAX_SPECIES_IMPORT,
  type Species,
  type SpeciesInput,
  speciesInput,
} from '@veldlicht/contract/species';
import { type SpeciesGroup, speciesGroups } from '@veldlicht/contract/species-groups';

export interface LeftOut {
  line: number;
  name: string;
  why:
    | 'noName'
    | 'rank'
    | 'oneWord'
    | 'synonym'
    | 'synonymOf'
    | 'shape'
    | 'long'
    | 'twice'
    | 'taken';
  /** The rank, the line or the species that is meant. */
  other: string;
}

export interface TaxaPlan {
  added: SpeciesInput[];
  changed: { from: Species; to: SpeciesInput }[];
  /** Those that are here already, as the file has them. */
  same: number;
  left: LeftOut[];
}

/** Why nothing of a file can be taken. */
export type TaxaProblem = 'notText' | 'noColumn' | 'tooMany';

/** As UTF-8, else as older programs of Windows write; null for what is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isWide && bytes.includes(0)) return null;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Row {
  line: number;
  cells: string[];
}

/** Cells by line. Quotes hold separators and line breaks together, but in a file with tabs they are letters. */
function rowsOf(text: string): Row[] {
  const head = /^.*/.exec(text)?.[0] ?? '';
  const count = (mark: string) => head.split(mark).length;
  const separator = ['\t', ';', ','].reduce((a, b) => (count(b) > count(a) ? b : a));
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [''] };
  let isQuoted = false;
  let line = 1;
  const add = (part: string) => row.cells.push(`${row.cells.pop()}${part}`);
  for (const [token] of text.matchAll(/""|"|\t|,|;|\r\n?|\n|[^"\t,;\r\n]+/g)) {
    const isBreak = /^[\r\n]/.test(token);
    if (isBreak) line += 1;
    if (separator !== '\t' && token === '"') isQuoted = !isQuoted;
    else if (separator !== '\t' && token === '""') add(isQuoted ? '"' : '');
    else if (isQuoted) add(token);
    else if (token === separator) row.cells.push('');
    else if (!isBreak) add(token);
    else {
      rows.push(row);
      row = { line, cells: [''] };
    }
  }
  return [...rows, row].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

type Taxon = Record<string, string | undefined>;

/** 'scientificname' of "dwc:scientificName" and of "http://rs.tdwg.org/dwc/terms/scientificName". */
const termOf = (head: string) =>
  (
    head
      .trim()
      .split(/[:/#"]/)
      .at(-1) ?? ''
  ).toLowerCase();

/** Words between a name and those who gave it; all others of theirs have a capital. */
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

/** The first of "oehoe | grote uil", with a capital as the list has them. */
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

/** What a file would do to the species there are; of a known one it changes what it says otherwise. */
export function readTaxa(text: string, known: readonly Species[]): TaxaPlan | TaxaProblem {
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const terms = head?.cells.map(termOf) ?? [];
  if (!terms.includes('scientificname')) return 'noColumn';
  const byName = new Map(known.map((one) => [one.scientificName, one]));
  const bySynonym = new Map(known.flatMap((one) => one.synonyms.map((name) => [name, one])));
  const ofFamily = new Map(known.map(({ family, group }) => [family ?? '', group]));
  const bySlug = new Map(known.map(({ scientificName: name }) => [nameSlug(name), name]));
  const lines = new Map<string, number>();
  const plan: TaxaPlan = { added: [], changed: [], same: 0, left: [] };

  const take = ({ line, cells }: Row): Omit<LeftOut, 'line' | 'name'> | null => {
    const taxon: Taxon = Object.fromEntries(terms.map((term, i) => [term, cells[i]?.trim()]));
    const author = taxon.scientificnameauthorship ?? '';
    const scientificName = bareName(taxon.scientificname ?? '', author);
    if (!scientificName) return { why: 'noName', other: '' };
    const rank = taxon.taxonrank ?? '';
    if (rank && !RANKS.test(rank)) return { why: 'rank', other: rank };
    if (!scientificName.includes(' ')) return { why: 'oneWord', other: '' };
    const { acceptednameusageid: accepted, taxonid } = taxon;
    if (SYNONYM.test(taxon.taxonomicstatus ?? '') || (accepted && taxonid && accepted !== taxonid))
      return { why: 'synonym', other: '' };
    const from = byName.get(scientificName);
    const other = bySynonym.get(scientificName);
    if (!from && other) return { why: 'synonymOf', other: other.scientificName };

    const names = namesOf(taxon);
    const group = speciesGroups.find((one) => one === taxon.group?.toLowerCase());
    const read = speciesInput.safeParse({
      scientificName,
      dutchName: names.dutchName || from?.dutchName || null,
      englishName: names.englishName || from?.englishName || null,
      group: group ?? from?.group ?? groupOf(taxon, ofFamily),
      family: taxon.family || from?.family || null,
    });
    if (!read.success) {
      const isName = read.error.issues.some(({ path }) => path[0] === 'scientificName');
      return { why: isName ? 'shape' : 'long', other: '' };
    }
    const to = read.data;
    const before = lines.get(scientificName);
    if (before !== undefined) return { why: 'twice', other: String(before) };
    const slug = nameSlug(scientificName);
    const holder = bySlug.get(slug) ?? scientificName;
    if (holder !== scientificName) return { why: 'taken', other: holder };
    bySlug.set(slug, scientificName);
    lines.set(scientificName, line);
    const isSame =
      from?.dutchName === to.dutchName &&
      from.englishName === to.englishName &&
      from.group === to.group &&
      from.family === to.family;
    if (!from) plan.added.push(to);
    else if (isSame) plan.same += 1;
    else plan.changed.push({ from, to });
    return null;
  };
  for (const row of rows) {
    const left = take(row);
    const name = row.cells[terms.indexOf('scientificname')]?.trim() ?? '';
    if (left) plan.left.push({ line: row.line, name, ...left });
  }
  return plan.added.length + plan.changed.length > MAX_SPECIES_IMPORT ? 'tooMany' : plan;
}
