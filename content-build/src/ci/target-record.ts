/** What a target says of the site that stands in it, and which names there are ours (pure). */
import { z } from 'zod';
import { addressOf, type Naming, nameOf } from '../publish/address-name.ts';

/** Below this folder everything is ours, and no page has such a name. */
const OWN_FOLDER = '.veldlicht/';
export const RECORD = `${OWN_FOLDER}record.json`;

/** What a page shows (`key`) and the hash of its bytes. */
export interface KnownPage {
  key: string;
  hash: string;
}

/** The public database that a site was made from. */
export interface SiteVersion {
  /** Of the private database: after a restore revisions begin again under another one. */
  epoch: string;
  revision: number;
  /** The moment it was made for (ms): items begin and end by the clock. */
  moment: number;
}

export interface TargetRecord {
  version: SiteVersion;
  /** The job that wrote it: a job that finds another one here stops. */
  job: string;
  /** By address. An empty hash: it may hold anything. */
  pages: Map<string, KnownPage>;
  /** Names of files that were on their way: they may be cut off in the middle. */
  sending: string[];
  /** Scripts and styles that no page asks for any more, and since when (ms). */
  retired: Map<string, number>;
}

const record = z.object({
  format: z.literal(1),
  version: z.object({ epoch: z.string(), revision: z.int(), moment: z.number() }),
  job: z.string(),
  pages: z.record(
    z.string().refine((address) => nameOf(address, 'file')),
    z.tuple([z.string(), z.string()]),
  ),
  sending: z.array(z.string()),
  retired: z.record(z.string(), z.number()),
});

/** The record in a text; null when there is none that can be trusted. */
export function readRecord(text: string | null): TargetRecord | null {
  if (text === null) return null;
  try {
    const { pages, retired, format: _, ...rest } = record.parse(JSON.parse(text));
    const known = Object.entries(pages).map(([address, [key, hash]]) => [address, { key, hash }]);
    return {
      ...rest,
      pages: new Map(known as Array<[string, KnownPage]>), // pairs, two lines above
      retired: new Map(Object.entries(retired)),
    };
  } catch {
    return null;
  }
}

export function writeRecord({ version, job, pages, sending, retired }: TargetRecord): string {
  const entries = [...pages].map(([address, { key, hash }]) => [address, [key, hash]]);
  const written: z.input<typeof record> = {
    format: 1,
    version,
    job,
    pages: Object.fromEntries(entries),
    sending,
    retired: Object.fromEntries(retired),
  };
  return JSON.stringify(written);
}

/** Whether a site is older than another one that was made from the same database. */
export function isOlder(one: SiteVersion, other: SiteVersion): boolean {
  if (one.epoch !== other.epoch) return false;
  const [newer, same] = [other.revision > one.revision, other.revision === one.revision];
  return newer || (same && other.moment > one.moment);
}

const HASHED = /^(?:_astro\/.+|media\/[0-9a-f]{32}\/[a-z0-9-]+\.[a-z0-9]+)$/;
/** Addresses below which only the site has pages and files. */
const BELOW =
  /^\/(?:(?:categorie|foto|kaart|mediabibliotheek|reeks|soort|veldnotities|video)\/[^.]+|bibliotheek\/[^.]+\.json)$/;
const PAGE =
  /^\/(?:404|bericht-verzonden|kaart|licentie|mediabibliotheek|over|reeksen|soorten|veldnotities)?$/;
/** The last three are of versions before this one. */
const FILE =
  /^\/(?:manifest\.webmanifest|robots\.txt|rss\.xml|sitemap(?:-\d+)?\.xml|verhalen\.json|release\.json|retired-\d{4}\.txt)$/;

/** What a copy that was cut off leaves: of a newer rclone, and of versions before this one. */
const HALF = /\.(?:[0-9a-z]{8}\.partial|veldlicht-tmp)$/;

/** Whether a name follows from the content of the file: browsers keep it for ever. */
export function isHashedName(name: string): boolean {
  return HASHED.test(name);
}

/**
 * Whether something found in a target is ours by its name alone, and goes when the site has no such page. What
 * others keep beside the site stays untouched, so what may be theirs (icons, `.well-known`) is ours only
 * where the record says so.
 */
export function isOurName(found: string, naming: Naming): boolean {
  const name = found.replace(HALF, '');
  if (isHashedName(name) || name.startsWith(OWN_FOLDER)) return true;
  const address = addressOf(name.replace(/\.(?:br|gz)$/, ''), naming);
  return address !== null && [BELOW, PAGE, FILE].some((ours) => ours.test(address));
}
