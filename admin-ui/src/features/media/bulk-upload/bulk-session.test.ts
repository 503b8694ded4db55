import type { MediaInput } from '@veldlicht/contract/media';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '#i18n/en.ts';
import { ApiError } from '#lib/api-error.ts';
import { UploadError } from '#lib/upload-file.ts';
import { type BulkSession, CategoryMissingError, createBulkSession } from './bulk-session.ts';
import { draftOf, runTotals, whyNotReady } from './bulk-state.ts';
import type { CreateOutcome } from './create-items.ts';
import { draftIdOf } from './draft.ts';
import type { DraftDatabase } from './draft-database.ts';
import type { DraftRecord } from './draft-record.ts';

const now = 1_700_000_000_000;
const none = { date: null, location: null, description: null };
const file = (name: string) =>
  new File([name], name, {
    type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
    lastModified: 1,
  });

/** What a browser keeps, without the browser. */
function memoryDatabase(): DraftDatabase & { held: Map<string, DraftRecord>; heldFiles: string[] } {
  const held = new Map<string, DraftRecord>();
  const files = new Map<string, File>();
  return {
    held,
    get heldFiles() {
      return [...files.values()].map(({ name }) => name);
    },
    records: async () => structuredClone([...held.values()]),
    files: async () => new Map(files),
    putRecords: async (records) => {
      for (const record of records) held.set(record.id, structuredClone(record));
    },
    putFile: async (id, one) => void files.set(id, one),
    removeRecords: async (ids) => {
      for (const id of ids) held.delete(id);
    },
    removeFiles: async (ids) => {
      for (const id of ids) files.delete(id);
    },
  };
}

/** A server that takes every file and makes every item, unless told otherwise. */
function createWorld(database: DraftDatabase = memoryDatabase()) {
  const sent: string[] = [];
  const calls: MediaInput[][] = [];
  const broken = new Map<string, Error>();
  let running = 0;
  let most = 0;
  let create = async (items: MediaInput[]): Promise<CreateOutcome> => items.map(() => null);
  let hold: Promise<void> | null = null;
  const session = createBulkSession({
    database,
    now: () => now,
    readFacts: async (one) => {
      await Promise.resolve();
      if (one.name.startsWith('kapot')) throw new Error('Unknown file format');
      return one.name === 'eerste.jpg' ? { ...none, date: '2024-05-04' } : none;
    },
    run: {
      now: () => now,
      upload: async (one, { signal, onProgress, sentTo, onSent }) => {
        running += 1;
        most = Math.max(most, running);
        onProgress({ phase: 'uploading', sent: 1, total: one.size });
        await (hold ?? Promise.resolve());
        running -= 1;
        signal.throwIfAborted();
        const trouble = broken.get(one.name);
        if (trouble instanceof UploadError && trouble.stage === 'finalise') onSent?.('/up/1');
        if (trouble) throw trouble;
        sent.push(sentTo ? `${one.name} from ${sentTo}` : one.name);
        const type = one.name.endsWith('.mp4') ? 'video' : 'photo';
        const facts = one.name.endsWith('.avif') ? { ...none, date: '2023-02-01' } : none;
        return { objectPath: `/media/${one.name}`, type, width: 1, height: 1, facts };
      },
      create: async (items) => {
        calls.push(items);
        return create(items);
      },
    },
  });
  return {
    session,
    sent,
    calls,
    broken,
    database,
    mostAtOnce: () => most,
    creates: (next: typeof create) => {
      create = next;
    },
    holds: (next: Promise<void> | null) => {
      hold = next;
    },
  };
}
const draftsOf = (session: BulkSession) => session.store.get().drafts;
const idOf = (name: string) => draftIdOf(file(name));
const names = (list: ReadonlyArray<{ name: string }>) => list.map(({ name }) => name);
let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  world = createWorld();
});

/** The world's session with these files, the first of which has a category. */
async function withFiles(...list: string[]): Promise<BulkSession> {
  const { session } = world;
  await session.ready;
  session.choose(list.map(file));
  session.edit(idOf(list[0] ?? ''), { category: 'fauna' });
  return session;
}

describe('Upload All', () => {
  it('rests without files, with an empty title, without a first category, and during a run', async () => {
    const { session } = world;
    await session.ready;
    const why = () => whyNotReady(session.store.get());
    expect(why()).toBe('empty');
    session.choose([file('a.jpg'), file('b.jpg')]);
    expect(why()).toBe('noCategory');
    session.edit(idOf('b.jpg'), { category: 'fauna' });
    expect(why()).toBe('noCategory');
    session.edit(idOf('a.jpg'), { category: 'fauna' });
    expect(why()).toBeNull();
    session.edit(idOf('b.jpg'), { title: '  ' });
    expect(why()).toBe('noTitle');
    session.edit(idOf('b.jpg'), { title: 'B' });
    const run = session.run('as-is');
    expect(why()).toBe('busy');
    await run;
  });
});

describe('a run', () => {
  it('sends every file, at most three at once, and makes all items in one call in order', async () => {
    const list = Array.from({ length: 10 }, (_, n) => `${n}.jpg`);
    const session = await withFiles(...list, 'golf.mp4');
    const outcome = await session.run('fill-empty');
    expect(world.mostAtOnce()).toBe(3);
    expect(world.calls).toHaveLength(1);
    expect(world.calls[0]?.map(({ imageUrl }) => imageUrl)).toEqual(
      [...list, 'golf.mp4'].map((name) => `/media/${name}`),
    );
    expect(world.calls[0]?.every(({ category }) => category === 'fauna')).toBe(true);
    expect(world.calls[0]?.at(-1)?.type).toBe('video');
    expect([outcome.created.length, outcome.failed.length]).toEqual([11, 0]);
    expect(draftsOf(session)).toEqual([]);
    expect(session.store.get().run).toBe('idle');
  });

  it('lets the metadata arrive before it copies from the first', async () => {
    const session = await withFiles('eerste.jpg', 'tweede.jpg', 'kapot.jpg');
    await session.run('fill-empty');
    expect(world.calls[0]?.map(({ date }) => date)).toEqual(Array(3).fill('2024-05-04'));
  });

  it('fills the date that only the server could read, unless it was emptied by a copy', async () => {
    const session = await withFiles('a.jpg', 'b.avif');
    await session.run('fill-empty');
    expect(world.calls[0]?.map(({ date }) => date)).toEqual(['', '2023-02-01']);
    const again = await withFiles('a.jpg', 'b.avif');
    await again.run('replace-all');
    expect(world.calls[1]?.map(({ date }) => date)).toEqual(['', '']);
  });

  it('asks for a category for all before anything is sent', async () => {
    const session = await withFiles('a.jpg', 'b.jpg');
    await expect(session.run('as-is')).rejects.toBeInstanceOf(CategoryMissingError);
    expect([world.sent, world.calls]).toEqual([[], []]);
    expect(session.store.get().run).toBe('idle');
  });

  it('keeps only the failed drafts, each with its reason, and sends nothing twice', async () => {
    const session = await withFiles('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    world.broken.set('b.jpg', new UploadError('finalise', 'b.jpg', 'This file is damaged'));
    world.creates(async (items) => items.map(({ title }) => (title === 'c' ? 'Bad date' : null)));
    const outcome = await session.run('fill-empty');
    expect(names(outcome.created)).toEqual(['a.jpg', 'd.jpg']);
    expect(draftsOf(session).map(({ name, failure }) => [name, failure])).toEqual([
      ['b.jpg', { stage: 'finalise', reason: 'This file is damaged' }],
      ['c.jpg', { stage: 'create', reason: 'Bad date' }],
    ]);
    world.broken.clear();
    world.creates(async (items) => items.map(() => null));
    expect((await session.run('as-is')).failed).toEqual([]);
    expect(world.sent).toEqual(['a.jpg', 'c.jpg', 'd.jpg', 'b.jpg from /up/1']);
    expect(world.calls.map((items) => items.length)).toEqual([3, 2]);
  });

  it('makes no call when no file arrived', async () => {
    const session = await withFiles('a.jpg');
    world.broken.set('a.jpg', new UploadError('put', 'a.jpg', null));
    expect((await session.run('as-is')).failed).toHaveLength(1);
    expect(world.calls).toEqual([]);
  });

  it('keeps all drafts, uploaded, when the items can not be made', async () => {
    const session = await withFiles('a.jpg', 'b.jpg');
    const full = new ApiError(507, 'The disk is full', 'disk_full');
    world.creates(() => Promise.reject(full));
    const outcome = await session.run('fill-empty');
    expect(outcome.error).toBe(full);
    expect(draftsOf(session).map(({ stored, failure }) => [stored?.objectPath, failure])).toEqual([
      ['/media/a.jpg', { stage: 'create', reason: 'The disk is full' }],
      ['/media/b.jpg', { stage: 'create', reason: 'The disk is full' }],
    ]);
  });

  it('sends a file again that the server has dropped meanwhile', async () => {
    const session = await withFiles('a.jpg');
    world.creates(async () => [en.serverNoSuchFile]);
    await session.run('as-is');
    world.creates(async () => [null]);
    await session.run('as-is');
    expect(world.sent).toEqual(['a.jpg', 'a.jpg']);
  });

  it('stops when asked to, and remembers what has arrived', async () => {
    const session = await withFiles('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    let go = () => {};
    session.store.subscribe(() => {
      // The second trio waits; the first has arrived by then.
      if (draftsOf(session).filter(({ stored }) => stored).length === 1)
        world.holds(new Promise((resolve) => (go = resolve)));
    });
    const run = session.run('fill-empty');
    await expect.poll(() => world.sent).toHaveLength(3);
    expect(runTotals(session.store.get())).toMatchObject({
      files: 4,
      stored: 3,
      phase: 'uploading',
    });
    session.cancel();
    go();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(draftsOf(session).map(({ stored, failure }) => [stored !== null, failure])).toEqual([
      [true, null],
      [true, null],
      [true, null],
      [false, null],
    ]);
    expect(world.calls).toEqual([]);
    world.holds(null);
    await session.run('as-is');
    expect(world.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  });
});

describe('a reload', () => {
  it('finds fields, files and uploads again, and what is sent already stays sent', async () => {
    const session = await withFiles('a.jpg', 'b.jpg');
    session.edit(idOf('b.jpg'), { title: 'Das', tags: ['mist'] });
    await session.flush();
    expect(world.database).toMatchObject({ heldFiles: ['a.jpg', 'b.jpg'] });
    world.creates(() => Promise.reject(new TypeError('Failed to fetch')));
    world.broken.set('b.jpg', new UploadError('put', 'b.jpg', null));
    await session.run('fill-empty');
    await session.flush();
    const { database } = world;
    // Room for those that the server lacks.
    expect(database).toMatchObject({ heldFiles: ['b.jpg'] });

    world = createWorld(database);
    await world.session.ready;
    expect(draftsOf(world.session)).toMatchObject([
      { name: 'a.jpg', file: null, stored: { objectPath: '/media/a.jpg' } },
      { name: 'b.jpg', file: { name: 'b.jpg' }, fields: { title: 'Das', tags: ['mist'] } },
    ]);
    await world.session.run('as-is');
    expect(world.sent).toEqual(['b.jpg']);
    await world.session.flush();
    expect(await database.records()).toEqual([]);
    expect(await database.files()).toEqual(new Map());
  });

  it('goes on where the bytes had arrived, but were not read yet', async () => {
    const session = await withFiles('a.jpg');
    world.broken.set('a.jpg', new UploadError('finalise', 'a.jpg', null));
    await session.run('as-is');
    await session.flush();
    const { database } = world;
    // The file stays: the server may have lost what it was sent.
    expect(database).toMatchObject({ heldFiles: ['a.jpg'] });

    world = createWorld(database);
    await world.session.ready;
    await world.session.run('as-is');
    expect(world.sent).toEqual(['a.jpg from /up/1']);
  });

  it('asks for a file that was not kept, and takes it to its draft', async () => {
    const database = memoryDatabase();
    world = createWorld({ ...database, putFile: () => Promise.reject(new Error('QuotaExceeded')) });
    const session = await withFiles('a.jpg', 'b.jpg');
    session.edit(idOf('a.jpg'), { title: 'Ree' });
    await session.flush();

    world = createWorld(database);
    await world.session.ready;
    await world.session.run('fill-empty');
    expect(draftsOf(world.session).map(({ failure }) => failure?.stage)).toEqual([
      'missing',
      'missing',
    ]);
    world.session.choose([file('b.jpg'), file('a.jpg')]);
    expect(draftsOf(world.session)).toMatchObject([
      { name: 'a.jpg', failure: null, fields: { title: 'Ree' } },
      { name: 'b.jpg', failure: null },
    ]);
    expect((await world.session.run('as-is')).created).toHaveLength(2);
  });

  it('keeps files up to 500 MB in all, and asks for the rest by name, size and modified time', async () => {
    const large = (name: string, megabytes: number, lastModified = 1) => {
      const one = new File([name], name, { type: 'image/tiff', lastModified });
      Object.defineProperty(one, 'size', { value: megabytes * 1024 * 1024 });
      return one;
    };
    const chosen = [
      large('a.tif', 240),
      large('b.tif', 240),
      large('c.tif', 240),
      large('d.tif', 20),
    ];
    const { session, database } = world;
    await session.ready;
    session.choose(chosen);
    await session.flush();
    expect(database).toMatchObject({ heldFiles: ['a.tif', 'b.tif', 'd.tif'] });
    // Another tab must not have them: a file lives only here.
    expect(await session.settle()).toBe(false);

    world = createWorld(database);
    await world.session.ready;
    const lost = () => names(draftsOf(world.session).filter((draft) => !draft.file));
    expect(lost()).toEqual(['c.tif']);
    world.session.choose([large('c.tif', 239), large('c.tif', 240, 2)]);
    expect(lost()).toEqual(['c.tif']);
    expect(draftsOf(world.session)).toHaveLength(6);
    world.session.choose([large('c.tif', 240)]);
    expect(lost()).toEqual([]);
    expect(draftsOf(world.session)).toHaveLength(6);
  });

  it('would find everything once it is settled, and nothing is written after leaving', async () => {
    const session = await withFiles('a.jpg', 'b.jpg');
    expect(await session.settle()).toBe(true);
    session.abandon();
    session.edit(idOf('a.jpg'), { title: 'Ree' });
    session.remove(idOf('b.jpg'));
    await session.flush();
    expect(names((await world.database.records()) as DraftRecord[])).toEqual(['a.jpg', 'b.jpg']);
    expect(world.database).toMatchObject({ heldFiles: ['a.jpg', 'b.jpg'] });
  });

  it('forgets what was cleared or removed', async () => {
    const session = await withFiles('a.jpg', 'b.jpg', 'c.jpg');
    await session.flush();
    session.remove(idOf('a.jpg'));
    await session.flush();
    expect(names(Object.values(await world.database.records()) as DraftRecord[])).toEqual([
      'b.jpg',
      'c.jpg',
    ]);
    session.clear();
    await session.flush();
    expect(await world.database.records()).toEqual([]);
    expect(await world.database.files()).toEqual(new Map());
  });

  it('is no worse than before where nothing can be kept', async () => {
    const no = () => Promise.reject(new Error('no leave'));
    world = createWorld({
      records: no,
      files: no,
      putRecords: no,
      putFile: no,
      removeRecords: no,
      removeFiles: no,
    });
    const session = await withFiles('a.jpg');
    await session.flush();
    expect((await session.run('as-is')).created).toHaveLength(1);
  });
});

it('leaves the other drafts the same objects when one is typed in', async () => {
  const session = await withFiles('a.jpg', 'b.jpg');
  const before = session.store.get();
  session.edit(idOf('a.jpg'), { title: 'Ree' });
  const after = session.store.get();
  expect(draftOf(after, idOf('b.jpg'))).toBe(draftOf(before, idOf('b.jpg')));
  expect(draftOf(after, idOf('a.jpg'))?.fields.title).toBe('Ree');
});
