import { beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '#i18n/en.ts';
import { ApiError } from '#lib/api-error.ts';
import { UploadError } from '#lib/upload-file.ts';
import { CategoryMissingError } from './bulk-session.ts';
import { draftOf, type RunTotals, runTotals, whyNotReady } from './bulk-state.ts';
import {
  chosenFile,
  createWorld,
  draftsOf,
  idOf,
  memoryDatabase,
  serverFacts,
} from './bulk-world.ts';
import type { DraftRecord } from './draft-record.ts';

const file = chosenFile;
const names = (list: ReadonlyArray<{ name: string }>) => list.map(({ name }) => name);
let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  world = createWorld();
});

const withFiles = (...list: string[]) => world.withFiles(...list);

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

it('lets Upload All rest while a text is longer than the server takes it, and sends nothing', async () => {
  const session = await withFiles('a.jpg', 'b.jpg');
  const why = () => whyNotReady(session.store.get());
  for (const [name, max] of Object.entries({ title: 200, description: 5000, location: 200 })) {
    session.edit(idOf('b.jpg'), { [name]: 'é'.repeat(max) });
    expect(why(), name).toBeNull();
    session.edit(idOf('b.jpg'), { [name]: `${'é'.repeat(max)}x` });
    expect(why(), name).toBe('tooLong');
    session.edit(idOf('b.jpg'), { [name]: 'b' });
  }
  expect(world.sent).toEqual([]);
});

describe('a file that only the server can show', () => {
  it('is sent when it is chosen, and its draft gets preview, place and caption', async () => {
    const session = await withFiles('a.jpg', 'b.heic');
    session.edit(idOf('b.heic'), { description: 'Mijn eigen woorden' });
    await session.settle();
    expect(world.sent).toEqual(['b.heic']);
    expect(draftsOf(session)[1]).toMatchObject({
      stored: { objectPath: '/media/b.heic' },
      fields: {
        date: serverFacts.date,
        location: serverFacts.location,
        locationPrivacy: 'approximate',
        description: 'Mijn eigen woorden',
      },
    });
    await session.run('fill-empty');
    expect(world.sent).toEqual(['b.heic', 'a.jpg']);
    expect(world.calls[0]?.[1]).toMatchObject({ location: serverFacts.location });
  });

  it('is waited for, but not by somebody who presses Stop', async () => {
    let arrive = () => {};
    world.holds(new Promise((resolve) => (arrive = resolve)));
    const session = await withFiles('b.heic');
    const run = session.run('as-is');
    await vi.waitFor(() => expect(runTotals(session.store.get()).phase).toBe('uploading'));
    session.cancel();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    const again = session.run('as-is');
    arrive();
    await again;
    expect(world.sent).toEqual(['b.heic']);
    expect(world.calls[0]?.[0]).toMatchObject({ location: serverFacts.location });
  });

  it('is not sent any more once its draft is removed', async () => {
    let arrive = () => {};
    world.holds(new Promise((resolve) => (arrive = resolve)));
    const session = await withFiles('b.heic');
    await vi.waitFor(() => expect(session.store.get().progress.size).toBe(1));
    session.remove(idOf('b.heic'));
    arrive();
    await session.settle();
    expect(world.sent).toEqual([]);
    expect(session.store.get().progress.size).toBe(0);
  });

  it('is sent after a reload, unless the server has it', async () => {
    const { database } = world;
    world.broken.set('c.heic', new UploadError('put', 'c.heic', null));
    const session = await withFiles('b.heic', 'c.heic');
    expect(await session.settle()).toBe(true);
    session.abandon();
    const reloaded = createWorld(database);
    await reloaded.session.ready;
    await reloaded.session.settle();
    expect(reloaded.sent).toEqual(['c.heic']);
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
    const panel: RunTotals[] = [];
    world.creates(async (items) => {
      panel.push(runTotals(session.store.get()));
      return items.map(({ title }) => (title === 'c' ? 'Bad date' : null));
    });
    const outcome = await session.run('fill-empty');
    expect(names(outcome.created)).toEqual(['a.jpg', 'd.jpg']);
    // What failed on its way is one of the files, but no bytes to wait for.
    expect(panel).toMatchObject([{ files: 4, stored: 3, sent: 15, bytes: 15 }]);
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
    const { database, calls } = world;
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
    // The first may be an item already: its call got no answer.
    expect(world.calls[0]?.[0]?.key).toBe(calls[0]?.[0]?.key);
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
      const one = new File([name], name, { type: 'image/png', lastModified });
      Object.defineProperty(one, 'size', { value: megabytes * 1024 * 1024 });
      return one;
    };
    const chosen = [
      large('a.png', 240),
      large('b.png', 240),
      large('c.png', 240),
      large('d.png', 20),
    ];
    const { session, database } = world;
    await session.ready;
    session.choose(chosen);
    await session.flush();
    expect(database).toMatchObject({ heldFiles: ['a.png', 'b.png', 'd.png'] });
    // Another tab must not have them: a file lives only here.
    expect(await session.settle()).toBe(false);

    world = createWorld(database);
    await world.session.ready;
    const lost = () => names(draftsOf(world.session).filter((draft) => !draft.file));
    expect(lost()).toEqual(['c.png']);
    world.session.choose([large('c.png', 239), large('c.png', 240, 2)]);
    expect(lost()).toEqual(['c.png']);
    expect(draftsOf(world.session)).toHaveLength(6);
    world.session.choose([large('c.png', 240)]);
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
