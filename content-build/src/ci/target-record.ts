/** The record that a target keeps of its site, and the names in it that are ours (pure). */
import { z } from 'zod';
import { addressOf, type Naming, nameOf } from '../publish/address-name.ts';

/** Ours alone; no page has such a name. */
const OWN_FOLDER = '.veldlicht/';
export const RECORD = `${OWN_FOLDER}record.json`;

/** Key of a page (`keyOf`), and the hash of its bytes. */
export interface KnownPage {
  key: string;
  hash: string;
}

/** State of the public database that a site was made from. */
export interface SiteVersion {
  /** Epoch of the private database: after a restore, revisions repeat under another epoch. */
  epoch: string;
  revision: number;
  /** In milliseconds; items start and end by schedule. */
  moment: number;
}

export interface TargetRecord {
  version: SiteVersion;
  /** Random id of the job that wrote it: another job that finds it stops. */
  job: string;
  /** By address; an empty hash means unknown content. */
  pages: Map<string, KnownPage>;
  /** Names of files that may be incomplete. */
  sending: string[];
  /** Names of unused scripts and styles, and when they became unused (ms). */
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

/** Null when it is missing or invalid. */
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

/** Whether `one` is older than `other` of the same database. */
export function isOlder(one: SiteVersion, other: SiteVersion): boolean {
  if (one.epoch !== other.epoch) return false;
  const [newer, same] = [other.revision > one.revision, other.revision === one.revision];
  return newer || (same && other.moment > one.moment);
}

const HASHED = /^(?:_astro\/.+|media\/[0-9a-f]{32}\/[a-z0-9-]+\.[a-z0-9]+)$/;
/** Below these addresses everything is ours. */
const BELOW =
  /^\/(?:(?:categorie|foto|kaart|mediabibliotheek|reeks|soort|veldnotities|video)\/[^.]+|bibliotheek\/[^.]+\.json)$/;
const PAGE =
  /^\/(?:404|bericht-verzonden|kaart|licentie|mediabibliotheek|over|reeksen|soorten|veldnotities)?$/;
/** The last three are from earlier versions. */
const FILE =
  /^\/(?:manifest\.webmanifest|robots\.txt|rss\.xml|sitemap(?:-\d+)?\.xml|verhalen\.json|release\.json|retired-\d{4}\.txt)$/;

/** Endings of incomplete copies: of newer rclone, and of earlier versions. */
const HALF = /\.(?:[0-9a-z]{8}\.partial|veldlicht-tmp)$/;

/** Whether a name derives from the file's content. */
export function isHashedName(name: string): boolean {
  return HASHED.test(name);
}

/**
 * Whether a name is ours even without a record, and is removed when the site has no such page. Names that others may
 * use (icons, `.well-known`) are ours only if recorded.
 */
export function isOurName(found: string, naming: Naming): boolean {
  const name = found.replace(HALF, '');
  if (isHashedName(name) || name.startsWith(OWN_FOLDER)) return true;
  const address = addressOf(name.replace(/\.(?:br|gz)$/, ''), naming);
  return address !== null && [BELOW, PAGE, FILE].some((ours) => ours.test(address));
}
