import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { categories, files, media, mediaTags, settings } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { exportSnapshot, snapshotSource } from '../snapshot/snapshot-file.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { createPublisher } from './publish.ts';

const origin = 'https://veldlicht.example';

/** One change an owner could make; `pick` chooses the item. */
const change = fc.record({
  kind: fc.constantFrom(
    'add',
    'add',
    'edit',
    'edit',
    'describe',
    'delete',
    'draft',
    'feature',
    'tag',
    'untag',
    'rename',
    'reorder',
    'reorder-tags',
    'rename-tag',
    'settings',
    'replace',
    'ready',
    'delete-tag',
  ),
  pick: fc.nat(1000),
  publish: fc.boolean(),
});
type Change = { kind: string; pick: number; publish: boolean };

function apply({ db, addItem, addTag }: World, { kind, pick }: Change): void {
  const rows = db.select().from(media).all();
  const row = rows[pick % Math.max(1, rows.length)];
  if (kind === 'add' || !row) {
    addItem({ tags: pick % 3 === 0 ? ['mist'] : [], featured: pick % 7 === 0 });
    return;
  }
  const here = eq(media.seq, row.seq);
  switch (kind) {
    case 'edit':
      db.update(media)
        .set({ title: `Titel ${pick}`, location: pick % 2 ? '52.131200, 5.860400' : null })
        .where(here)
        .run();
      break;
    case 'describe':
      db.update(media)
        .set({ description: `Verhaal ${pick}` })
        .where(here)
        .run();
      break;
    case 'delete':
      db.delete(media).where(here).run();
      break;
    case 'draft':
      db.update(media)
        .set({ status: row.status === 'draft' ? 'published' : 'draft' })
        .where(here)
        .run();
      break;
    case 'feature':
      db.update(media).set({ featured: !row.featured }).where(here).run();
      break;
    case 'tag':
      db.insert(mediaTags)
        .values({ mediaSeq: row.seq, tagId: addTag(pick % 2 ? 'mist' : 'vorst') })
        .onConflictDoNothing()
        .run();
      break;
    case 'untag':
      db.delete(mediaTags).where(eq(mediaTags.mediaSeq, row.seq)).run();
      break;
    case 'rename':
      db.update(categories)
        .set({ name: `naam-${pick}` })
        .where(eq(categories.id, row.categoryId))
        .run();
      break;
    case 'reorder':
      db.update(categories)
        .set({ sortOrder: (pick % 9) + 1 })
        .where(eq(categories.id, row.categoryId))
        .run();
      break;
    case 'reorder-tags':
      db.update(categories)
        .set({ sortOrder: (pick % 9) + 1 })
        .where(eq(categories.id, pick % 2 ? 'tag-mist' : 'tag-vorst'))
        .run();
      break;
    case 'rename-tag':
      db.update(categories)
        .set({ name: `${pick % 3 ? 'a' : 'z'}-${pick}` })
        .where(eq(categories.id, 'tag-mist'))
        .run();
      break;
    case 'settings':
      db.update(settings)
        .set({ profile: { heroTitle: `Licht ${pick}` } })
        .run();
      break;
    case 'replace': {
      db.update(media)
        .set({ previousFileHash: row.fileHash, fileHash: addReplacement(db, pick) })
        .where(here)
        .run();
      break;
    }
    case 'ready':
      db.update(files).set({ processing: 'ready' }).run();
      break;
    case 'delete-tag':
      db.delete(categories).where(eq(categories.type, 'tag')).run();
      break;
  }
}

/** A file that is still being worked on. */
function addReplacement(db: World['db'], pick: number): string {
  const [like] = db.select().from(files).all();
  if (!like) throw new Error('no file');
  const hash = pick.toString(16).padStart(32, '0');
  db.insert(files)
    .values({ ...like, hash, processing: 'working', renditions: [] })
    .onConflictDoNothing()
    .run();
  return hash;
}

it('gives the same files step by step, from nothing, and from an exported snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (changes) => {
      const world = await createWorld();
      try {
        const { db, folder } = world;
        const deps = { db, folder, origin, now: () => 1, site: plainSite() };
        const stepwise = createPublisher(deps);
        for (const next of changes) {
          apply(world, next);
          if (next.publish) await stepwise.publish();
        }
        await stepwise.publish();

        const elsewhere = mkdtempSync(path.join(tmpdir(), 'veldlicht-fresh-'));
        const fresh = {
          ...folder,
          releases: elsewhere,
          publicMedia: path.join(elsewhere, 'media'),
        };
        await createPublisher({ ...deps, folder: fresh }).publish();
        const ignoreId = (tree: Map<string, string>) => {
          tree.delete('release.json');
          return tree;
        };
        expect(ignoreId(liveFiles(folder.releases))).toEqual(ignoreId(liveFiles(elsewhere)));
        rmSync(elsewhere, { recursive: true });

        const source = openDatabaseSource(folder.database, origin, 1);
        const copy = snapshotSource(JSON.parse(JSON.stringify(exportSnapshot(source))));
        expect(copy.entries).toEqual(source.entries);
        if (source.entries.length > 0)
          expect(copy.items(copy.entries)).toEqual(source.items(source.entries));
        source.close();
      } finally {
        world.remove();
      }
    }),
    { numRuns: 12 },
  );
});
