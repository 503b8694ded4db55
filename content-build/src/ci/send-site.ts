/** Sends the files that differ to a target, in an order in which no page needs a missing file (decision 012). */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import { mapLimited } from '@veldlicht/database/map-limited';
import { nameOf } from '../publish/address-name.ts';
import { formsOf } from '../publish/site-folder.ts';
import { type NamedFile, type Target, TargetError } from './rclone.ts';
import {
  isHashedName,
  isOlder,
  isOurName,
  type KnownPage,
  RECORD,
  readRecord,
  type SiteVersion,
  type TargetRecord,
  writeRecord,
} from './target-record.ts';

export interface SiteFile {
  /** `/foto/ree-1234`, `/_astro/a.css`, `/media/<hash>/960.jpg`. */
  address: string;
  /** Key of a page (`keyOf`). */
  key: string;
  /** Hash of its bytes; '' for media and `_astro`, which are named by their content. */
  hash: string;
  /** Local file, with compressed forms beside it; null when it is at the target or must be downloaded. */
  file: string | null;
}

/** A target before a build: its record and its names. */
export interface FoundSite {
  /** Version of the site to build. */
  version: SiteVersion;
  record: TargetRecord | null;
  names: ReadonlySet<string>;
  /** Recorded pages whose files exist. */
  known: Map<string, KnownPage>;
}

export interface SendTools {
  now: () => number;
  /** Downloads a rendition by its name below the root of the site. */
  fetchMedia: (name: string, into: string) => Promise<void>;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Revalidated at each request. */
const NO_CACHE = 'no-cache';

/** Scripts and styles stay for open tabs. */
const RETIRED_MS = 30 * 24 * 60 * 60 * 1000;

/** Hashed files per batch; a batch that is cut off is repeated. A video counts as many pictures. */
const BATCH = 300;
const VIDEO = 30;
const FETCHES_AT_ONCE = 8;

const PRIVATE = /^(?:originals|incoming)\/[0-9a-f]{32}/;

/** Reads the target before a build. Throws `TargetError` when it holds originals or a newer site. */
export async function findSite(target: Target, version: SiteVersion): Promise<FoundSite> {
  const names = new Set(await target.list());
  for (const name of names)
    if (PRIVATE.test(name))
      throw new TargetError(`The target holds ${name}: originals are never made public.`);
  const record = names.has(RECORD) ? readRecord(await target.read(RECORD)) : null;
  if (record && isOlder(version, record.version))
    throw new TargetError('The target has a newer version of the site already.');
  const isThere = (address: string) => namesOf(address, target).every((name) => names.has(name));
  const pages = [...(record?.pages ?? [])];
  return {
    version,
    record,
    names,
    known: new Map(pages.filter(([address, { hash }]) => hash !== '' && isThere(address))),
  };
}

/** Endings of the stored forms; a bucket's CDN compresses by itself. */
function suffixesOf(address: string, { naming }: Target): readonly string[] {
  return naming === 'file' ? formsOf(nameOf(address, 'file')) : [''];
}

const namesOf = (address: string, target: Target) =>
  suffixesOf(address, target).map((suffix) => nameOf(address, target.naming) + suffix);

interface SendPlan {
  hashed: SiteFile[];
  newPages: SiteFile[];
  changedPages: SiteFile[];
  removedPages: string[];
  removedHashed: string[];
  /** Names of hashed files that may be incomplete. */
  doubtful: Set<string>;
  /** Written at the end. */
  record: TargetRecord;
}

/**
 * Plans the order: files that pages need, new pages, changed pages, then removals, so that no page ever needs a missing
 * file.
 */
function planSend(
  files: readonly SiteFile[],
  found: FoundSite,
  target: Target,
  now: number,
): SendPlan {
  const { version, record: before, names, known } = found;
  const plan: SendPlan = {
    hashed: [],
    newPages: [],
    changedPages: [],
    removedPages: [],
    removedHashed: [],
    doubtful: new Set(before ? before.sending : [...names].filter(isHashedName)),
    record: {
      version,
      job: randomBytes(8).toString('hex'),
      pages: new Map(),
      sending: [],
      retired: new Map(),
    },
  };
  const { pages, retired } = plan.record;
  const wanted = new Set<string>();
  for (const file of files) {
    const { address, key, hash } = file;
    const own = namesOf(address, target);
    for (const name of own) wanted.add(name);
    if (isHashedName(address.slice(1))) {
      const isWhole = own.every((name) => names.has(name) && !plan.doubtful.has(name));
      if (!isWhole) plan.hashed.push(file);
      continue;
    }
    pages.set(address, { key, hash });
    if (known.get(address)?.hash === hash) continue;
    // Home links to all others, so it always counts as changed.
    const isNew = address !== '/' && own.every((name) => !names.has(name));
    (isNew ? plan.newPages : plan.changedPages).push(file);
  }
  const recorded = [...(before?.pages.keys() ?? [])].flatMap((address) => namesOf(address, target));
  const ours = [...names].filter((name) => isOurName(name, target.naming));
  for (const name of new Set([...recorded, ...plan.doubtful, ...ours])) {
    if (wanted.has(name) || name === RECORD) continue;
    const since = before?.retired.get(name) ?? now;
    if (!isHashedName(name)) plan.removedPages.push(name);
    else if (!name.startsWith('_astro/') || now - since >= RETIRED_MS)
      plan.removedHashed.push(name);
    else retired.set(name, since);
  }
  return plan;
}

/** Returns at least one batch, which may be empty. */
function inBatches(files: readonly SiteFile[]): SiteFile[][] {
  const batches: SiteFile[][] = [[]];
  let weight = 0;
  for (const file of files) {
    weight += file.address.endsWith('.mp4') ? VIDEO : 1;
    if (weight > BATCH) {
      batches.push([]);
      weight = 0;
    }
    batches.at(-1)?.push(file);
  }
  return batches;
}

/** Record during a send: pages to upload have unknown content, and no earlier page is forgotten. */
function underWay({ record, newPages, changedPages }: SendPlan, before: TargetRecord | null) {
  const pages = new Map([...(before?.pages ?? []), ...record.pages]);
  for (const { address } of [...newPages, ...changedPages])
    pages.set(address, { key: '', hash: '' });
  return { ...record, pages };
}

/**
 * Sends the files that differ; returns the numbers of files and bytes. After an error the old pages still have every
 * file they need, and the next send completes this one.
 */
export async function sendSite(
  target: Target,
  found: FoundSite,
  files: readonly SiteFile[],
  { now, fetchMedia }: SendTools,
): Promise<{ put: number; removed: number; bytes: number }> {
  const plan = planSend(files, found, target, now());
  const { record, hashed, newPages, changedPages, removedPages, removedHashed } = plan;
  const done = { put: 0, removed: 0, bytes: 0 };
  const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-send-'));

  async function putRecord(latest: TargetRecord): Promise<void> {
    const file = path.join(folder, 'record.json');
    const text = writeRecord(latest);
    await writeFile(file, text);
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    await target.put([{ name: RECORD, file, bytes: text.length }], headers);
  }

  async function confirm(): Promise<void> {
    if (readRecord(await target.read(RECORD))?.job !== record.job)
      throw new TargetError('Another build has begun meanwhile; this one stops.');
  }

  /** Local path of a file; downloads a rendition. */
  async function placeOf({ address, file }: SiteFile, index: number): Promise<string> {
    if (file !== null) return file;
    const into = path.join(folder, String(index));
    await fetchMedia(address.slice(1), into);
    // Web servers send the mtime, which would reveal the time of the upload (decision 009).
    const time = randomInt(1_000_000_000);
    await utimes(into, time, time);
    return into;
  }

  async function put(some: readonly SiteFile[], cache: string): Promise<void> {
    const places = [...some.entries()];
    const named = await mapLimited(places, FETCHES_AT_ONCE, async ([index, one]) => {
      const place = await placeOf(one, index);
      const name = nameOf(one.address, target.naming);
      const forms = suffixesOf(one.address, target).map(async (suffix): Promise<NamedFile> => {
        const file = place + suffix;
        return { name: name + suffix, file, bytes: (await stat(file)).size };
      });
      return { type: contentTypeOf(nameOf(one.address, 'file')), forms: await Promise.all(forms) };
    });
    // Buckets store the type of each file; elsewhere the web server derives it from the name.
    const kinds = Map.groupBy(named, ({ type }) => (target.naming === 'address' ? type : null));
    for (const [type, kind] of kinds) {
      const sent = kind.flatMap(({ forms }) => forms);
      await target.put(sent, { ...(type && { 'Content-Type': type }), 'Cache-Control': cache });
      done.put += sent.length;
      done.bytes += sent.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    for (const [index, { file }] of places)
      if (file === null) await rm(path.join(folder, String(index)), { force: true });
  }

  async function remove(names: readonly string[]): Promise<void> {
    await target.remove(names);
    done.removed += names.length;
  }

  const work = [hashed, newPages, changedPages, removedPages, removedHashed];
  try {
    if (work.some(({ length }) => length > 0)) {
      const partial = underWay(plan, found.record);
      for (const batch of inBatches(hashed)) {
        const names = batch.flatMap(({ address }) => namesOf(address, target));
        await putRecord({ ...partial, sending: [...new Set([...plan.doubtful, ...names])] });
        await put(batch, IMMUTABLE);
        for (const name of names) plan.doubtful.delete(name);
      }
      await confirm();
      await put(newPages, NO_CACHE);
      await put(changedPages, NO_CACHE);
      await confirm();
      await remove(removedPages);
      await remove(removedHashed);
      await confirm();
    }
    await putRecord(record);
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
