import { categories, files, media, mediaTags, settings } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { exportSnapshot, snapshotSource } from '../snapshot/snapshot-file.ts';
import { filesFromNothing, origin } from '../testing/publish-world.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { createPublisher } from './publish.ts';

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
  const set = (values: Partial<typeof media.$inferInsert>) =>
    db.update(media).set(values).where(eq(media.seq, row.seq)).run();
  const setCategory = (id: string, values: Partial<typeof categories.$inferInsert>) =>
    db.update(categories).set(values).where(eq(categories.id, id)).run();
  const sortOrder = (pick % 9) + 1;
  const changes: Record<string, () => unknown> = {
    edit: () => set({ title: `Titel ${pick}`, location: pick % 2 ? '52.131200, 5.860400' : null }),
    describe: () => set({ description: `Verhaal ${pick}` }),
    delete: () => db.delete(media).where(eq(media.seq, row.seq)).run(),
    draft: () => set({ status: row.status === 'draft' ? 'published' : 'draft' }),
    feature: () => set({ featured: !row.featured }),
    tag: () =>
      db
        .insert(mediaTags)
        .values({ mediaSeq: row.seq, tagId: addTag(pick % 2 ? 'mist' : 'vorst') })
        .onConflictDoNothing()
        .run(),
    untag: () => db.delete(mediaTags).where(eq(mediaTags.mediaSeq, row.seq)).run(),
    rename: () => setCategory(row.categoryId, { name: `naam-${pick}` }),
    reorder: () => setCategory(row.categoryId, { sortOrder }),
    'reorder-tags': () => setCategory(pick % 2 ? 'tag-mist' : 'tag-vorst', { sortOrder }),
    'rename-tag': () => setCategory('tag-mist', { name: `${pick % 3 ? 'a' : 'z'}-${pick}` }),
    settings: () =>
      db
        .update(settings)
        .set({ profile: { heroTitle: `Licht ${pick}` } })
        .run(),
    replace: () => set({ previousFileHash: row.fileHash, fileHash: addReplacement(db, pick) }),
    ready: () => db.update(files).set({ processing: 'ready' }).run(),
    'delete-tag': () => db.delete(categories).where(eq(categories.type, 'tag')).run(),
  };
  changes[kind]?.();
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

        const files = liveFiles(folder.releases);
        files.delete('release.json');
        expect(files).toEqual(await filesFromNothing(deps));

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
