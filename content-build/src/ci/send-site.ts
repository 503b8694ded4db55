/** Brings a target up to date: only what changed, in an order that never shows half a site (decision 109). */
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

/** One file that must stand at the target. */
export interface SiteFile {
  /** `/foto/ree-1234`, `/_astro/a.css`, `/media/<hash>/960.jpg`. */
  address: string;
  /** What it shows. */
  key: string;
  /** Of its bytes; '' for media and `_astro`, whose addresses say it. */
  hash: string;
  /** Where it stands on this machine, a text with its compressed forms beside it; null: it is there, or can be fetched. */
  file: string | null;
}

/** A target before a build: what its record says, and what is really there. */
export interface FoundSite {
  /** Of the site that is about to be built. */
  version: SiteVersion;
  record: TargetRecord | null;
  names: ReadonlySet<string>;
  /** Pages that surely stand there as they are, by address. */
  known: Map<string, KnownPage>;
}

export interface SendTools {
  now: () => number;
  /** Fetches a picture or video, by its name below the root of the site, into a file. */
  fetchMedia: (name: string, into: string) => Promise<void>;
}

/** Browsers and CDNs keep these for ever. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a change shows at once. */
const NO_CACHE = 'no-cache';

/** Scripts and styles stay for tabs that were opened before. */
const RETIRED_MS = 30 * 24 * 60 * 60 * 1000;

/** Hashed files that are fetched and sent together, and once more when that is cut off. A video is as many pictures. */
const BATCH = 300;
const VIDEO = 30;
const FETCHES_AT_ONCE = 8;

const PRIVATE = /^(?:originals|incoming)\/[0-9a-f]{32}/;

/** Looks at the target before anything is built. Throws `TargetError` where this version may not go. */
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

/** Endings of the forms in which a file stands at a target: CDNs of buckets compress by themselves. */
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
  /** Names of hashed files at the target of which nobody knows whether they are whole. */
  doubtful: Set<string>;
  /** What will be true when all of it is done. */
  record: TargetRecord;
}

/**
 * In this order no moment shows a page whose pictures, styles or links lead nowhere: first what pages
 * need, then pages nobody links to yet, then the pages that change, and removals when nothing leads to
 * them any more.
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
    // Home leads to all others, also where nothing was before.
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

/** At least one, which may be empty. */
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

/** The record while a send is under way: what is about to be put may hold anything, and nothing is forgotten. */
function underWay({ record, newPages, changedPages }: SendPlan, before: TargetRecord | null) {
  const pages = new Map([...(before?.pages ?? []), ...record.pages]);
  for (const { address } of [...newPages, ...changedPages])
    pages.set(address, { key: '', hash: '' });
  return { ...record, pages };
}

/**
 * Sends the files of a site that differ from what was found; answers how many files were put and removed. Throws
 * what the target or a fetch threw; nothing that a page of the old site needs has gone then, and the next
 * send puts right what this one began.
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

  async function tell(latest: TargetRecord): Promise<void> {
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

  /** The place of a file here; a picture is fetched for it. */
  async function placeOf({ address, file }: SiteFile, index: number): Promise<string> {
    if (file !== null) return file;
    const into = path.join(folder, String(index));
    await fetchMedia(address.slice(1), into);
    // Web servers tell the time of a file, which would be that of the upload (decision 064).
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
    // Buckets keep the type with each file; elsewhere the web server tells it by the name.
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
      const meanwhile = underWay(plan, found.record);
      for (const batch of inBatches(hashed)) {
        const names = batch.flatMap(({ address }) => namesOf(address, target));
        await tell({ ...meanwhile, sending: [...new Set([...plan.doubtful, ...names])] });
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
    await tell(record);
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
