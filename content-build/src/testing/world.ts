/** A library in a real database and folders, for tests of publishing. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LADDER_GENERATION, ladderOf } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import { categories, files, media, mediaRows, mediaTags } from '@veldlicht/database/schema';
import { createTestDatabase } from '@veldlicht/database/testing';
import { eq } from 'drizzle-orm';
import type { SiteRenderer } from '../publish/site-renderer.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;
type ItemFacts = Partial<typeof mediaRows.$inferInsert> & { tags?: string[] };

const WIDTH = 1200;
const HEIGHT = 800;

function ladder(): Rendition[] {
  const stills = ladderOf(`${LADDER_GENERATION}`, { width: WIDTH, height: HEIGHT });
  return stills.map(({ format, name, width, height }) => ({
    format,
    name,
    width,
    height,
    bytes: 4,
  }));
}

const fileHash = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 32);

function addReadyFile(
  db: Database,
  folder: DataFolder,
  name: string,
  type: 'photo' | 'video',
): string {
  const hash = fileHash(name);
  const size = { width: 1280, height: 720, bytes: 4 };
  const videos = ['video.mp4', 'video-720.mp4'].map(
    (name): Rendition => ({ format: 'mp4', name, ...size }),
  );
  const renditions = type === 'video' ? [...ladder(), ...videos] : ladder();
  mkdirSync(path.join(folder.renditions, hash), { recursive: true });
  for (const file of renditions)
    writeFileSync(path.join(folder.renditions, hash, file.name), 'test');
  const extension = type === 'video' ? 'mp4' : 'jpg';
  const row = { type, extension, bytes: 4, processing: 'ready' } as const;
  db.insert(files)
    .values({
      ...row,
      hash,
      width: WIDTH,
      height: HEIGHT,
      duration: type === 'video' ? 47.2 : null,
      color: '#336644',
      renditions,
      createdAt: 0,
    })
    .onConflictDoNothing()
    .run();
  return hash;
}

export async function createWorld() {
  const test = await createTestDatabase();
  const { db } = test;
  const folder = dataFolder(test.folder);
  let n = 0;

  function addTag(name: string): string {
    const id = `tag-${name}`;
    const order = db.select().from(categories).where(eq(categories.type, 'tag')).all().length + 1;
    db.insert(categories)
      .values({ id, type: 'tag', name, sortOrder: order })
      .onConflictDoNothing()
      .run();
    return id;
  }

  /** Adds a ready, published item with small files; returns its seq. */
  function addItem({ tags = [], ...facts }: ItemFacts = {}): number {
    n++;
    const row = db
      .insert(mediaRows)
      .values({
        id: `m${n}`,
        slug: `item-${String(n).padStart(4, '0')}`,
        type: 'photo',
        title: `Item ${n}`,
        locationPrivacy: 'exact',
        categoryId: ['landscape', 'fauna', 'macro', 'drone'][n % 4] ?? '',
        fileHash: addReadyFile(db, folder, `file ${n}`, facts.type ?? 'photo'),
        createdAt: n * 1000,
        updatedAt: n * 1000,
        ...facts,
      })
      .returning({ seq: media.seq })
      .get();
    for (const tag of tags)
      db.insert(mediaTags)
        .values({ mediaSeq: row.seq, tagId: addTag(tag) })
        .run();
    return row.seq;
  }

  /** Adds many plain items in one commit. */
  const addItems = (count: number): void =>
    db.$client.transaction(() => {
      for (let i = 0; i < count; i++) addItem();
    })();

  /** Hash of the nth item's file. */
  const hashOfFile = (number: number) => fileHash(`file ${number}`);
  return { db, folder, addItem, addItems, addTag, hashOfFile, remove: test.remove };
}

/** A renderer that prints every fact of a page. */
export function plainSite(fingerprint = 'f'.repeat(64)): SiteRenderer & { rendered: string[] } {
  const rendered: string[] = [];
  return {
    rendered,
    stop: () => {},
    fingerprint,
    assetsFolder: '',
    assets: [],
    files: ['icon.png'],
    file: async (name) => Buffer.from(name),
    render: async (path, page) => {
      rendered.push(path);
      const body = `<html><script type="text/plain">${JSON.stringify(page)}</script></html>`;
      return { body: Buffer.from(body) };
    },
  };
}
