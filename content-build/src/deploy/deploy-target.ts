/**
 * Where a built site can go: the one interface that every target is behind (decision 029), the record
 * of a deploy as it lies in the target, and names that are ours there.
 */
import { z } from 'zod';
import { addressOf, type Naming } from '../release/address-name.ts';

/** One file of the public site. */
export interface DeployFile {
  /** Path below the root of the site, without a slash in front, as this target wants it. */
  name: string;
  /** Equal version, equal bytes: a hash, or `FIXED` for a name that says it all. */
  version: string;
  /** Named by its content: it never changes, and browsers keep it for ever. */
  isHashed: boolean;
  type: string;
  /** The local file that holds it; a picture is fetched when this is called. */
  fetch: () => Promise<LocalFile>;
}

export interface LocalFile {
  path: string;
  /** Gives the space back when the file was made for this call only. */
  release: () => Promise<void>;
}

/** Version of files whose name follows from their content. */
export const FIXED = '-';

/** What a target holds: name → version; an empty version is not known. */
export type Present = Map<string, string>;

/** The truth about the last finished deploy; it lies in the target itself. */
export interface DeployRecord {
  id: string;
  files: Present;
  /** Client files that no page asks for any more, and since when (ms); open tabs may. */
  retired: Map<string, number>;
}

/**
 * A deploy calls `begin`, then `put` (several at once), then `remove`, then `finish`; `confirm` in
 * between. Whatever fails, and wherever the process dies, the site that was there stays whole; the
 * next deploy begins with what is really there. All throw `DeployError` when the target refuses.
 */
export interface DeployTarget {
  naming: Naming;
  /** Compressed forms beside texts, for web servers that choose among them. */
  hasVariants: boolean;
  /** Opens a deploy and tells what is there. */
  begin: (id: string) => Promise<DeployRecord>;
  /** Puts one file, whose bytes are in a file of this machine, in place: whole or not at all. */
  put: (file: DeployFile, local: string) => Promise<void>;
  /** Takes a name away; it may be gone already. */
  remove: (name: string) => Promise<void>;
  /** Throws when another deploy has begun since `begin`. */
  confirm: () => Promise<void>;
  /** All is there: from now on this is what counts. */
  finish: (record: DeployRecord) => Promise<void>;
  /** Ends it, well or not; what stands on this machine for the deploy only is removed. */
  close?: () => Promise<void>;
}

/** The target could not be reached or refused. Says why in a sentence without secrets. */
export class DeployError extends Error {
  override name = 'DeployError';
}

/** A target that holds nothing, as far as anybody knows. */
export function emptyRecord(): DeployRecord {
  return { id: '', files: new Map(), retired: new Map() };
}

/** Stands in the target, under a name that no page has. */
export const RECORD = '.veldlicht/release.json';
/** Stands there while a deploy is under way; one that is found says that the last one was cut off. */
export const MARK = '.veldlicht/deploying';

const mapOf = <T extends z.ZodType>(value: T) =>
  z.record(z.string(), value).transform((record) => new Map(Object.entries(record)));
const record = z.object({
  format: z.literal(1),
  id: z.string(),
  files: mapOf(z.string()),
  retired: mapOf(z.number()),
});

/** The record in a text; null when there is none that can be trusted. */
export function readRecord(text: string | null): DeployRecord | null {
  if (text === null) return null;
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function writeRecord({ id, files, retired }: DeployRecord): string {
  const [names, since] = [Object.fromEntries(files), Object.fromEntries(retired)];
  return JSON.stringify({ format: 1, id, files: names, retired: since });
}

const HASHED =
  /^(?:_astro\/.+|bibliotheek\/[0-9a-f]{16}\.json(?:\.br|\.gz)?|media\/[0-9a-f]{32}\/[a-z0-9-]+\.[a-z0-9]+)$/;
/** Addresses below which only the site has pages. */
const PAGE_BELOW =
  /^\/(?:categorie|foto|kaart|mediabibliotheek|reeks|soort|veldnotities|video)\/[^.]+$/;
const PAGE =
  /^\/(?:404|bericht-verzonden|kaart|licentie|mediabibliotheek|over|reeksen|soorten|veldnotities)?$/;
const FILE =
  /^\/(?:manifest\.webmanifest|release\.json|retired-\d{4}\.txt|robots\.txt|rss\.xml|sitemap(?:-\d+)?\.xml|verhalen\.json)$/;

/** Whether a name follows from the content of the file. */
export function isHashedName(name: string): boolean {
  return HASHED.test(name);
}

/**
 * Whether something found in a target is ours by its name alone, and goes when the site has no such page. What
 * others keep beside the site stays untouched, so what may be theirs (icons, `.well-known`) is ours only
 * where the record says so.
 */
export function isOurName(name: string, naming: Naming): boolean {
  if (isHashedName(name)) return true;
  const address = addressOf(name.replace(/\.(?:br|gz)$/, ''), naming);
  return address !== null && [PAGE_BELOW, PAGE, FILE].some((ours) => ours.test(address));
}
