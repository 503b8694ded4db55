/** Random edits, additions and deletions, each waited for until it is published. */
import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { contentState, files, media } from '@veldlicht/database/schema';
import { desc, eq } from 'drizzle-orm';
import { textsOf } from './seed-library.ts';

function pickItem(db: Database, random: () => number) {
  const newest = db.select({ seq: media.seq }).from(media).orderBy(desc(media.seq)).get();
  const around = Math.floor(random() * (newest?.seq ?? 1)) + 1;
  const row =
    db.select().from(media).where(eq(media.seq, around)).get() ?? db.select().from(media).get();
  if (!row) throw new Error('the library is empty');
  return row;
}

function addItem(db: Database, random: () => number, renditions: string): void {
  const like = pickItem(db, random);
  const file = db.select().from(files).where(eq(files.hash, like.fileHash)).get();
  if (!file) throw new Error('no file');
  const hash = Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(32, 'a');
  mkdirSync(path.join(renditions, hash));
  for (const { name } of file.renditions)
    linkSync(path.join(renditions, file.hash, name), path.join(renditions, hash, name));
  const { seq: _seq, ...rest } = like;
  const now = Date.now();
  db.transaction((tx) => {
    tx.insert(files)
      .values({ ...file, hash })
      .run();
    tx.insert(media)
      .values({
        ...rest,
        ...textsOf(random),
        id: newId(),
        slug: `nieuw-${hash.slice(-6)}-${String(Math.floor(random() * 10_000)).padStart(4, '0')}`,
        fileHash: hash,
        createdAt: now,
      })
      .run();
  });
}

/** Makes one change and waits until the publisher has dealt with it. */
export async function changeOnce(
  db: Database,
  random: () => number,
  renditions: string,
): Promise<void> {
  const chance = random();
  if (chance < 0.3) addItem(db, random, renditions);
  else {
    const { seq, featured } = pickItem(db, random);
    const change = db.update(media);
    if (chance < 0.5) db.delete(media).where(eq(media.seq, seq)).run();
    else if (chance < 0.6) change.set({ featured: !featured }).where(eq(media.seq, seq)).run();
    else change.set(textsOf(random)).where(eq(media.seq, seq)).run();
  }
  for (;;) {
    const state = db.select().from(contentState).get();
    if (state?.error) throw new Error(state.error);
    if (state && state.publishedRevision >= state.revision && !state.running) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
