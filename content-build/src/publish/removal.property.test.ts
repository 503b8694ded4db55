/** Whatever is edited, removed, put off and gone back to: what is not public today can't be read. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { isWithinWindow } from '@veldlicht/contract/schedule';
import { isListed } from '@veldlicht/database/is-public';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { categories, media, mediaTags } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filesFromNothing, origin } from '../testing/publish-world.ts';
import { reachable } from '../testing/reachable.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { createPublisher } from './publish.ts';
import { keptReleases } from './publish-state.ts';
import { rollBack } from './rollback.ts';

const HOUR = 3_600_000;

const step = fc.record({
  kind: fc.constantFrom(
    'add',
    'title',
    'delete',
    'draft',
    'write spot',
    'write spot',
    'write spot',
    'tidy texts',
    'tidy texts',
    'tidy texts',
    'address',
    'privacy',
    'privacy',
    'move',
    'move',
    'schedule',
    'replace',
    'lose file',
    'time',
    'publish',
    'publish',
    'publish',
    'back',
    'back',
    'back',
  ),
  pick: fc.nat(1000),
});
type Step = { kind: string; pick: number };

/** A spot that is told nowhere else. */
const spot = (n: number) => `52.${1000 + (n % 9000)}37, 5.860400`;

/** The same as people write it. */
const notations: Array<(n: number) => string> = [
  spot,
  (n) => `52,${1000 + n}37° noord 5,86041° oost`,
  (n) => `N 52° 07.${100 + n}' E 005° 51.624'`,
  (n) => `52° 7' ${10 + n}.5' N 5° 51' 37' E`,
  (n) => `lat: 52.${1000 + n}, lon: 5.8604`,
  (n) => `RD 193${100 + n} 460310`,
];
const texts = ['title', 'description', 'alt', 'tag'] as const;

/** All that was ever said or shown of an item. */
interface Past {
  titles: Set<string>;
  spots: Set<string>;
  hashes: Set<string>;
  slugs: Set<string>;
}

/** What visitors may read of an item beside its place. */
const textsOf = ({ title, description, alt }: typeof media.$inferSelect, tags: string[]) =>
  [title, description, alt, ...tags].join('\n');
const tagsOf = ({ db }: World, seq: number) =>
  db
    .select({ name: categories.name })
    .from(mediaTags)
    .innerJoin(categories, eq(categories.id, mediaTags.tagId))
    .where(eq(mediaTags.mediaSeq, seq))
    .all()
    .map(({ name }) => name);

function remember(past: Map<number, Past>, world: World, written: Map<number, string>): void {
  for (const row of world.db.select().from(media).all()) {
    const known = past.get(row.seq) ?? {
      titles: new Set<string>(),
      spots: new Set<string>(),
      hashes: new Set<string>(),
      slugs: new Set<string>(),
    };
    known.slugs.add(row.slug);
    const own = written.get(row.seq);
    if (own !== undefined) known.spots.add(own);
    known.titles.add(row.title);
    if (row.location) known.spots.add(row.location);
    known.hashes.add(row.fileHash);
    past.set(row.seq, known);
  }
}

function change(
  world: World,
  { kind, pick }: Step,
  count: number,
  now: number,
  written: Map<number, string>,
): void {
  const { db, folder } = world;
  const rows = db.select().from(media).all();
  const row = rows[pick % Math.max(1, rows.length)];
  if (kind === 'add' || !row) {
    const privacy = (['exact', 'approximate', 'hidden'] as const)[pick % 3];
    world.addItem({
      title: `Titel-${count}-x`,
      location: spot(count),
      locationPrivacy: privacy,
      publishFrom: pick % 5 === 0 ? now + 2 * HOUR : null,
      tags: pick % 2 ? ['mist'] : [],
    });
    return;
  }
  const set = (values: Partial<typeof media.$inferInsert>) =>
    db.update(media).set(values).where(eq(media.seq, row.seq)).run();
  const by = (hours: number) => now + (hours - 2) * HOUR;
  if (kind === 'title') set({ title: `Titel-${count}-x` });
  if (kind === 'write spot') {
    const text = notations[pick % notations.length]?.(count) ?? '';
    const where = texts[pick % texts.length] ?? 'title';
    written.set(row.seq, text);
    if (where !== 'tag') set({ [where]: `Nest ${text}-x` });
    else
      db.insert(mediaTags)
        .values({ mediaSeq: row.seq, tagId: world.addTag(text) })
        .run();
    checkPublicTexts(db, eq(media.seq, row.seq), pick % 5 > 0 ? true : undefined);
  }
  if (kind === 'tidy texts') {
    for (const { seq } of rows) {
      const texts = { title: `Titel-${count}-x${seq}-x`, description: null, alt: null };
      const slug = `item-x${seq}-${1000 + count}`;
      db.update(media)
        .set({ ...texts, slug })
        .where(eq(media.seq, seq))
        .run();
    }
    db.delete(mediaTags).run();
    checkPublicTexts(db);
  }
  if (kind === 'address') set({ slug: `item-y-${1000 + count}` });
  if (kind === 'delete') db.delete(media).where(eq(media.seq, row.seq)).run();
  if (kind === 'draft') set({ status: row.status === 'draft' ? 'published' : 'draft' });
  if (kind === 'privacy')
    set({ locationPrivacy: (['exact', 'approximate', 'hidden'] as const)[pick % 3] });
  if (kind === 'move') set({ location: spot(count), locationPrivacy: 'exact' });
  if (kind === 'schedule')
    set({
      publishFrom: pick % 2 ? by(pick % 5) : null,
      publishUntil: pick % 3 ? by(5 + (pick % 3)) : null,
    });
  const other = rows[(pick + 1) % rows.length];
  if (kind === 'replace' && other) set({ fileHash: other.fileHash });
  if (kind === 'lose file') {
    const used = new Set(rows.map(({ fileHash }) => fileHash));
    for (let n = 1; n <= count; n++) {
      const hash = world.hashOfFile(n);
      if (!used.has(hash))
        rmSync(path.join(folder.renditions, hash), { recursive: true, force: true });
    }
  }
}

/** What can be read and should not be. */
function leaks(world: World, past: Map<number, Past>, now: number): string[] {
  const rows = world.db.select().from(media).all();
  const shown = rows.filter((row) => isListed(row) && isWithinWindow(row, now));
  const bySeq = new Map(shown.map((row) => [row.seq, row]));
  const openHashes = new Set(shown.flatMap(({ seq }) => [...(past.get(seq)?.hashes ?? [])]));
  const secrets: string[] = [];
  for (const [seq, { titles, spots, hashes, slugs }] of past) {
    const row = bySeq.get(seq);
    if (!row) secrets.push(...titles);
    secrets.push(...[...slugs].filter((slug) => slug !== row?.slug));
    const told = row ? textsOf(row, tagsOf(world, seq)) : '';
    secrets.push(...[...hashes].filter((hash) => !openHashes.has(hash)));
    const mayTell = (one: string) =>
      (row?.locationPrivacy === 'exact' && row.location === one) || told.includes(one);
    secrets.push(...[...spots].filter((one) => !mayTell(one)));
  }
  const texts = [...reachable(world.folder)];
  // As files are read here.
  const latin1 = secrets.map((secret) => Buffer.from(secret).toString('latin1'));
  return latin1.flatMap((secret) =>
    texts.flatMap(([place, text]) =>
      place.includes(secret) || text.includes(secret) ? [`${secret} in ${place}`] : [],
    ),
  );
}

it('never shows what was removed, and goes on to the very files of a publish from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const world = await createWorld();
      let now = 1000 * HOUR;
      const deps = {
        db: world.db,
        folder: world.folder,
        site: plainSite(),
        origin,
        now: () => now,
      };
      const publisher = createPublisher(deps);
      const past = new Map<number, Past>();
      const written = new Map<number, string>();
      try {
        for (const [count, one] of [{ kind: 'add', pick: 1 }, ...steps].entries()) {
          now++;
          const kept = keptReleases(world.db).slice(0, 5);
          const release = kept[one.pick % Math.max(1, kept.length)];
          if (one.kind === 'time') now += (one.pick % 4) * HOUR;
          else if (one.kind === 'publish') await publisher.publish();
          else if (one.kind === 'back' && release) await rollBack(deps, release.id);
          else change(world, one, count, now, written);
          remember(past, world, written);
          if (!['publish', 'back'].includes(one.kind) || kept.length === 0) continue;
          expect(leaks(world, past, now)).toEqual([]);
          await publisher.prune();
        }
        await publisher.publish();
        expect(leaks(world, past, now)).toEqual([]);
        const files = liveFiles(world.folder.releases);
        files.delete('release.json');
        expect(files).toEqual(await filesFromNothing(deps));
      } finally {
        world.remove();
      }
    }),
    // Always the same stories: a new one that fails belongs at a desk, not in somebody's delivery.
    { numRuns: 15, seed: 28 },
  );
});
