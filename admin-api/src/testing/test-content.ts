/** Test rows: files as the worker leaves them, items, and stories. */
import { randomBytes } from 'node:crypto';
import type { DraftFile } from '@veldlicht/contract/draft';
import { objectPath } from '@veldlicht/contract/ladder';
import { listBackups } from '@veldlicht/database/backup/backup-moments';
import { createBackup } from '@veldlicht/database/backup/create-backup';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { contacts, files, mediaRows, storyRows } from '@veldlicht/database/schema';
import type { TestApp } from './test-app.ts';

type FileRow = typeof files.$inferInsert;

const photoRenditions: NonNullable<FileRow['renditions']> = [
  { format: 'jpg', name: '960.jpg', width: 960, height: 640, bytes: 100 },
  { format: 'avif', name: '480.avif', width: 480, height: 320, bytes: 50 },
];
const videoRenditions: NonNullable<FileRow['renditions']> = [
  { format: 'jpg', name: '960.jpg', width: 960, height: 540, bytes: 100 },
  { format: 'mp4', name: 'video.mp4', width: 1920, height: 1080, bytes: 1000 },
];

/** Stores a file row; returns its hash and `imageUrl`. */
export function addFile(db: Store, change: Partial<FileRow> = {}) {
  const hash = randomBytes(16).toString('hex');
  const row: FileRow = {
    hash,
    type: 'photo',
    extension: change.type === 'video' ? 'mp4' : 'jpg',
    bytes: 1000,
    width: 6000,
    height: 4000,
    color: '#336644',
    camera: { camera: 'Canon R5' },
    facts: { location: '52.131200, 5.860400' },
    renditions: change.type === 'video' ? videoRenditions : photoRenditions,
    processing: 'ready',
    createdAt: 1,
    ...change,
  };
  db.insert(files).values(row).run();
  return { hash: row.hash, imageUrl: objectPath(row.hash, row.type) };
}

/** A payload for POST /api/admin/media. */
export function mediaPayload(imageUrl: string, change: Record<string, unknown> = {}) {
  return { title: 'Ree in de mist', category: 'fauna', imageUrl, ...change };
}

/** Builds a chosen file as the bulk upload announces it, before any bytes. */
export function chosenFile(name = 'Ree.jpg', change: Partial<DraftFile> = {}): DraftFile {
  const id = randomBytes(16).toString('hex');
  return { id, name, size: 7, modified: 1, mime: 'image/jpeg', ...change };
}

export const visitor = {
  name: 'Noor Bakker',
  email: 'noor@example.nl',
  message: 'Mag ik een afdruk van de ree?\n\nGroet, Noor',
};

/** Stores a message; returns its id. */
export function addContact(t: TestApp, change: Partial<typeof contacts.$inferInsert> = {}): string {
  const id = newId();
  t.db
    .insert(contacts)
    .values({ ...visitor, id, phone: null, submittedAt: t.deps.now(), ...change })
    .run();
  return id;
}

let items = 0;
/** Stores a published photo, by default with its own file. */
export function addItem(store: Store, change: Partial<typeof mediaRows.$inferInsert> = {}) {
  items += 1;
  const fileHash = change.fileHash ?? addFile(store).hash;
  const names = { id: `item-${items}`, slug: `item-${items}-1234`, title: `Item ${items}` };
  const rest = { type: 'photo', locationPrivacy: 'exact', categoryId: 'fauna' } as const;
  const row = { ...names, ...rest, createdAt: 1, updatedAt: 1, ...change, fileHash };
  return store.insert(mediaRows).values(row).returning().get();
}

type StoryRow = typeof storyRows.$inferInsert;

/** Stores a public story. */
export function addStory(
  db: Store,
  story: Pick<StoryRow, 'kind' | 'slug' | 'title' | 'date' | 'body'>,
): void {
  const rest = { id: newId(), status: 'published', createdAt: 1, updatedAt: 1 } as const;
  db.insert(storyRows)
    .values({ ...story, ...rest })
    .run();
}

/** Creates a backup of an app, once. */
export async function addBackup({ deps, folder }: TestApp): Promise<void> {
  const { backupDir } = deps.environment;
  if (listBackups(backupDir, deps.now()).length > 0) return;
  await createBackup({ folder, backupDir, storage: 'disk', now: deps.now() });
}
