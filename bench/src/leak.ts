/**
 * `npm run bench -- leak`: an attack on guarded photos. The real product publishes a site of a thousand items, three
 * hundred of them guarded, from pictures with full metadata; everything it serves is searched for places and days that
 * are more exact than allowed. Then the guard is broken in several ways, each of which must be found. Exits with 1 when
 * a leak is found or a broken guard is missed.
 */
import type { LeakReport } from '@veldlicht/contract/leaks';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { applyRulesToStored } from '@veldlicht/database/apply-rules';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { openDatabase } from '@veldlicht/database/open';
import { files, mediaRows } from '@veldlicht/database/schema';
import { eq, ne } from 'drizzle-orm';
import { breakings } from './leak/breakings.ts';
import { type Answer, type Capture, crawl } from './leak/crawl.ts';
import { type Finding, findLeaks, type Secrets } from './leak/evidence.ts';
import { guardRules, originalOf, planWorld, type Secret } from './leak/world.ts';
import { type Live, pause, withLive } from './live-product.ts';
import { say } from './programs.ts';
import { writeContent } from './write-content.ts';

const ITEMS = Number(process.env.BENCH_ITEMS) || 1000;
const GUARDED = Math.round(ITEMS * 0.3);
/** Number of items to which a breaking is applied, unless it applies to all. */
const VICTIMS = 10;
const UPLOADS_AT_ONCE = 4;

/** Adds all items as drafts, in the order of upload; returns their ids. */
async function takeIn({ client }: Live, secrets: readonly Secret[]): Promise<string[]> {
  for (const tag of new Set(secrets.flatMap(({ tags }) => tags))) await client.addTag(tag);
  const send = async (i: number) => {
    const secret = secrets[i];
    if (!secret) return '';
    const bytes = new Uint8Array(await originalOf(secret, i));
    return (await client.upload(bytes, 'image/jpeg')).objectPath;
  };
  // Uploads run ahead while items are added in order.
  const uploads = Array.from({ length: UPLOADS_AT_ONCE }, (_, i) => send(i));
  const ids: string[] = [];
  for (const [i, secret] of secrets.entries()) {
    const imageUrl = (await uploads.shift()) ?? '';
    uploads.push(send(i + UPLOADS_AT_ONCE));
    const { title, description, tags, originalName, location, shows: species, takenAt } = secret;
    const date = new Date(takenAt).toISOString().slice(0, 10);
    const texts = { title, description, tags, originalName, location, species, date };
    const how = { category: 'fauna', status: 'draft', locationPrivacy: 'exact' } as const;
    ids.push((await client.addMedia({ ...texts, ...how, imageUrl })).id);
  }
  return ids;
}

/** Waits for the renditions, then dates the uploads back. */
async function spreadUploads(dataDir: string, secrets: readonly Secret[], ids: readonly string[]) {
  const db = openDatabase(dataFolder(dataDir).database);
  const working = db.select().from(files).where(ne(files.processing, 'ready'));
  while (working.all().length > 0) await pause(500);
  writeContent(db, (tx) => {
    for (const [i, id] of ids.entries()) {
      const createdAt = secrets[i]?.uploadedAt ?? 0;
      tx.update(mediaRows).set({ createdAt }).where(eq(mediaRows.id, id)).run();
    }
    tx.update(mediaRows).set({ guard: null, guardReasons: [], guardOrder: null }).run();
    applyGuard(tx);
  });
  db.$client.close();
}

/** Waits until everything is published. */
async function untilShown({ client }: Live): Promise<void> {
  for (;;) {
    const { state } = await client.call<PublishState>('GET', '/api/publishing/state');
    if (state === 'live') return;
    await pause(200);
  }
}

/** Tables of the public database, as answers. */
function publicTables(dataDir: string): Capture {
  const db = openConnection(dataFolder(dataDir).publicDatabase, { readonly: true });
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const tables = names.map((name): [string, Answer] => {
    const rows = db.prepare(`SELECT * FROM ${name}`).all();
    const headers = new Map([['content-type', 'application/json']]);
    return [
      `/public.db/${name}`,
      { status: 200, headers, body: Buffer.from(JSON.stringify(rows)) },
    ];
  });
  db.close();
  return new Map(tables);
}

/** Secrets by the current addresses of their items. */
async function bySlug({ client }: Live, ids: readonly string[], secrets: readonly Secret[]) {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  const slugs = new Map(items.map(({ id, slug }) => [id, slug]));
  return new Map(secrets.map((secret, i) => [`/foto/${slugs.get(ids[i] ?? '')}`, secret]));
}

/** Findings as text. */
const told = (findings: readonly Finding[]) =>
  findings.map(({ items, means }) => `${items.slice(0, 3).join(' ')}: ${means}`);

const itemsOf = (findings: readonly Finding[]) =>
  new Set(findings.flatMap(({ items }) => items)).size;

/** Applies each breaking to a copy of the capture; returns what is found. */
async function breakAll(capture: Capture, secrets: Secrets) {
  const guarded = [...secrets].filter(([, { level }]) => level);
  const step = Math.max(1, Math.floor(guarded.length / VICTIMS));
  const victims = guarded.filter((_, i) => i % step === 0).map(([path]) => path);
  const found: Record<string, { items: number; example: string }> = {};
  for (const [name, breaking] of Object.entries(breakings)) {
    say(`broken: ${name}`);
    const broken = new Map(capture);
    const original = (secret: Secret) => originalOf(secret, 0);
    await breaking({ capture: broken, secrets, originalOf: original }, victims);
    const findings = await findLeaks(broken, secrets);
    found[name] = { items: itemsOf(findings), example: told(findings)[0] ?? '' };
  }
  return found;
}

export async function benchLeak(folder: string): Promise<Record<string, unknown>> {
  const secrets = planWorld(ITEMS, GUARDED);
  const prepare = async (dataDir: string) => {
    const { database, backups } = dataFolder(dataDir);
    await migrateDatabase(database, { backupFolder: backups, now: 0 });
    applyRulesToStored(database, Date.now());
  };
  return withLive(folder, { prepare }, async (live, dataDir) => {
    const { client, origin } = live;
    say(`taking in ${ITEMS} items`);
    const ids = await takeIn(live, secrets);
    await spreadUploads(dataDir, secrets, ids);
    /** Addresses from earlier visits. */
    const known = new Set<string>();
    const visit = async (what: string) => {
      say(what);
      const capture = await crawl(origin, known);
      for (const path of capture.keys()) known.add(path);
      for (const [table, answer] of publicTables(dataDir)) capture.set(table, answer);
      const paths = await bySlug(live, ids, secrets);
      const findings = await findLeaks(capture, paths);
      return { capture, paths, findings, items: itemsOf(findings) };
    };
    await client.call('PUT', '/api/admin/guard', { rules: [] });
    const all = { ids, data: { status: 'published' } };
    await client.call('POST', '/api/admin/media/bulk-update', all);
    await untilShown(live);
    const open = await visit('before the guard');
    await client.call('PUT', '/api/admin/guard', { rules: guardRules });
    await untilShown(live);
    const kept = await visit('with the guard, whatever the owner typed');
    const { held } = await client.call<LeakReport>('GET', '/api/admin/leaks');
    const broken = await breakAll(kept.capture, kept.paths);
    const leaks = told(kept.findings);
    const missed = Object.entries(broken).filter(([, { items }]) => items === 0);
    if (leaks.length > 0 || missed.length > 0) process.exitCode = 1;
    return {
      items: ITEMS,
      answers: kept.capture.size,
      beforeTheGuard: open.items,
      withTheGuard: kept.items,
      textsThatWait: held.length,
      leaks,
      broken,
      missed: missed.map(([name]) => name),
      goals: { leaks: 0, missed: 0 },
    };
  });
}
