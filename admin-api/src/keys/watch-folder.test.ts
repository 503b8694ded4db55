/** The watched folder, whose pictures become drafts. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { failedFile } from '@veldlicht/contract/upload-key';
import { media, watchedFiles } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withoutRights } from '#testing/other-user.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { startWatchFolder, watchedFolder } from './watch-folder.ts';

const t = useTestApp({}, 'admin');
const LOOK_MS = 20;
/** Long enough for anything to happen. */
const A_WHILE_MS = 15 * LOOK_MS;
const A_MINUTE_MS = 60_000;
const WHOLE = 'whole';

let folder: string;
let worker: ReturnType<typeof startTestWorker>;
let watching: ReturnType<typeof startWatchFolder>;
let closing: AbortController;
/** Contents that the worker was given. */
let read: string[];
/** Runs while the worker reads a file. */
let during: (content: string) => void;
let free: number;
/** Pipes with a possible reader. */
let pipes: string[];

function start(watched = folder) {
  const environment = { ...t.deps.environment, watchFolder: watched };
  closing = new AbortController();
  watching = startWatchFolder({ ...t.deps, environment, closing: closing.signal }, LOOK_MS);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-watched-'));
  free = 2 ** 50;
  await t.reopen({
    environment: { WATCH_FOLDER: folder },
    limits: { freeBytes: async () => free },
  });
  read = [];
  pipes = [];
  during = () => undefined;
  worker = startTestWorker(t, ({ subject }) => {
    const content = readFileSync(path.join(t.folder.incoming, subject), 'utf8');
    read.push(content);
    during(content);
    if (!content.endsWith(WHOLE))
      return { refuse: { code: 'unreadable_file' }, text: 'file_damaged' };
    return {
      ...photoAnswer(addFile(t.db).imageUrl),
      facts: { ...NO_FACTS, keywords: ['Oehoe', 'Fauna'] },
    };
  });
  start();
});
afterEach(async () => {
  closing.abort();
  // Opening the other end releases a waiting reader, or the process could not end.
  for (const pipe of pipes)
    if (existsSync(pipe)) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  await watching.ended();
  worker.stop();
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
const put = (name: string, content = `${name} ${WHOLE}`) => writeFileSync(at(name), content);
const putPipe = (place: string) => {
  execFileSync('mkfifo', [place]);
  pipes.push(place);
};
const names = () => readdirSync(folder).sort();
const titles = () => t.rows(media).map(({ title }) => title);
const aWhile = () => new Promise((over) => setTimeout(over, A_WHILE_MS));
const failed = () =>
  readAnswer(z.array(failedFile), t.request('/api/admin/watch-folder', { cookie: t.cookie }));

it('takes a picture away and makes a draft item of it', async () => {
  seedSpecies(t.db);
  put('_DSC1.jpg');
  await expect.poll(() => t.rows(media)).toMatchObject([{ title: '_DSC1', status: 'draft' }]);
  // Guarded from the start.
  expect(t.rows(media)).toMatchObject([{ guard: 'region' }]);
  await expect.poll(names).toEqual([]);
  expect(await failed()).toEqual([]);
});

it('takes away a file with the longest name', async () => {
  const title = 'é'.repeat(125);
  put(`${title}.jpg`);
  await expect.poll(titles).toEqual([title]);
  await expect.poll(names).toEqual([]);
});

it('ignores what is unfinished, hidden, or no file', async () => {
  const secret = path.join(t.folder.root, 'secret');
  writeFileSync(secret, `secret ${WHOLE}`);
  symlinkSync(secret, at('a-link.jpg'));
  mkdirSync(at('b-folder.jpg'));
  putPipe(at('c-pipe.jpg'));
  const server = createServer().listen(at('d-socket.jpg'));
  for (const name of ['.DS_Store', 'half.jpg.part', 'later.tmp']) put(name);
  const left = names();
  put('last.jpg');
  await expect.poll(titles).toEqual(['last']);
  await expect.poll(names).toEqual([...left].sort());
  expect(await failed()).toEqual([]);
  await new Promise((closed) => server.close(closed));
});

describe('a file that is refused', () => {
  it('stays, and is listed until somebody has read why', async () => {
    put('kapot.jpg', 'half');
    await expect.poll(failed).toEqual([{ name: 'kapot.jpg', reason: 'file_damaged' }]);
    await t.send('DELETE', '/api/admin/watch-folder');
    await aWhile();
    expect(await failed()).toEqual([]);
    expect([titles(), names(), read]).toEqual([[], ['kapot.jpg'], ['half']]);
  });

  it('is tried again once it changes, as when its writer had stalled', async () => {
    put('traag.jpg', 'half');
    await expect.poll(failed).toHaveLength(1);
    await t.send('DELETE', '/api/admin/watch-folder');
    appendFileSync(at('traag.jpg'), ' more');
    // Its new fault is unseen.
    await expect.poll(failed).toEqual([{ name: 'traag.jpg', reason: 'file_damaged' }]);
    appendFileSync(at('traag.jpg'), ` ${WHOLE}`);
    await expect.poll(titles).toEqual(['traag']);
    await expect.poll(failed).toEqual([]);
    expect(read).toEqual(['half', 'half more', `half more ${WHOLE}`]);
  });

  it('is forgotten when it goes, and when no folder is watched any more', async () => {
    put('kapot.jpg', 'half');
    put('stuk.jpg', 'half');
    await expect.poll(failed).toHaveLength(2);
    rmSync(at('kapot.jpg'));
    await expect.poll(failed).toMatchObject([{ name: 'stuk.jpg' }]);
    closing.abort();
    await watching.ended();
    const environment = { ...t.deps.environment, watchFolder: null };
    startWatchFolder({ ...t.deps, environment });
    expect(t.rows(watchedFiles)).toEqual([]);
  });
});

describe('never loses what replaces a file that is being taken in:', () => {
  it('another file of that name', async () => {
    during = (content) => {
      if (content !== `first ${WHOLE}`) return;
      put('newer', `newer ${WHOLE}`);
      renameSync(at('newer'), at('x.jpg'));
    };
    put('x.jpg', `first ${WHOLE}`);
    await expect.poll(names).toEqual([]);
    expect(read).toEqual([`first ${WHOLE}`, `newer ${WHOLE}`]);
    // A file of the same name is the same photo.
    expect(titles()).toEqual(['x']);
  });

  it('more of the same file, which keeps its name for its writer', async () => {
    let left: string[] = [];
    during = (content) => {
      if (content === `first ${WHOLE}`) appendFileSync(at('x.jpg'), ` more ${WHOLE}`);
      else left = names();
    };
    put('x.jpg', `first ${WHOLE}`);
    await expect.poll(names).toEqual([]);
    expect(read).toEqual([`first ${WHOLE}`, `first ${WHOLE} more ${WHOLE}`]);
    expect(left).toEqual(['x.jpg']);
    expect(titles()).toEqual(['x']);
  });

  it.each<[string, (place: string) => void]>([
    ['a pipe', putPipe],
    ['a link', (place) => symlinkSync('/etc/passwd', place)],
    ['a folder', (place) => mkdirSync(place)],
  ])('%s, which nobody waits at or follows', async (_what, make) => {
    during = (content) => {
      if (content !== `a.jpg ${WHOLE}`) return;
      rmSync(at('b.jpg'));
      make(at('b.jpg'));
    };
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) put(name);
    await expect.poll(titles).toEqual(['a', 'c']);
    await expect.poll(names).toEqual(['b.jpg']);
    await expect.poll(failed).toEqual([]);
  });
});

describe('one bad file leaves the others alone:', () => {
  it('one that may not be read, until it may', async () => {
    put('a.jpg');
    chmodSync(at('a.jpg'), 0o000);
    const given = [folder, t.folder.root];
    await withoutRights(given, async () => {
      chmodSync(at('a.jpg'), 0o000);
      put('b.jpg');
      await expect.poll(titles).toEqual(['b']);
      const closed = { name: 'a.jpg', reason: 'watched_file_closed' };
      await expect.poll(failed).toEqual([closed]);
      chmodSync(at('a.jpg'), 0o600);
      t.pass(A_MINUTE_MS);
      await expect.poll(titles).toEqual(['b', 'a']);
      await expect.poll(names).toEqual([]);
    });
  });

  it('one whose name is no text', async () => {
    const place = (text: string) => Buffer.from(at(text), 'latin1');
    writeFileSync(place('caf\xe9.jpg'), WHOLE);
    put('café.jpg');
    await expect.poll(titles).toEqual(['café']);
    const unreadable = { name: 'caf\u{fffd}.jpg', reason: 'watched_name_unreadable' };
    await expect.poll(failed).toEqual([unreadable]);
    renameSync(place('caf\xe9.jpg'), at('thee.jpg'));
    await expect.poll(titles).toEqual(['café', 'thee']);
    await expect.poll(failed).toEqual([]);
  });

  it('one that can’t be taken away: it is taken in once', async () => {
    await withoutRights([folder, t.folder.root], async () => {
      put('a.jpg');
      put('b.jpg');
      chmodSync(folder, 0o555);
      await expect.poll(titles).toEqual(['a', 'b']);
      await expect.poll(failed).toEqual([
        { name: 'a.jpg', reason: 'watched_file_stays' },
        { name: 'b.jpg', reason: 'watched_file_stays' },
      ]);
      t.pass(A_MINUTE_MS);
      await aWhile();
      chmodSync(folder, 0o755);
      t.pass(A_MINUTE_MS);
      await expect.poll(names).toEqual([]);
    });
    await expect.poll(failed).toEqual([]);
    expect(read).toHaveLength(2);
  });

  it('one that meets a fault of the server, which is tried again every minute', async () => {
    free = 0;
    put('a.jpg');
    await expect.poll(failed).toEqual([{ name: 'a.jpg', reason: 'disk_full' }]);
    free = 2 ** 50;
    await aWhile();
    expect(titles()).toEqual([]);
    t.pass(A_MINUTE_MS);
    await expect.poll(titles).toEqual(['a']);
    await expect.poll(failed).toEqual([]);
  });
});

it('says when the folder can’t be used, and goes on once it can', async () => {
  rmSync(folder, { recursive: true });
  const reason = 'watched_folder_unusable';
  await expect.poll(failed).toEqual([{ name: path.basename(folder), reason }]);
  mkdirSync(folder);
  put('a.jpg');
  await expect.poll(titles).toEqual(['a']);
  await expect.poll(failed).toEqual([]);
});

it('can’t be used while originals are in a bucket', async () => {
  closing.abort();
  await watching.ended();
  put('a.jpg');
  await t.reopen({
    environment: {
      WATCH_FOLDER: folder,
      STORAGE: 's3',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'nl',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  start();
  await expect.poll(failed).toMatchObject([{ reason: 'watched_folder_unusable' }]);
  expect(t.logged.join('')).toContain('WATCH_FOLDER needs originals on the disk');
  expect(names()).toEqual(['a.jpg']);
});

it('neither reads nor writes a folder `failed` in it', async () => {
  const outside = path.join(t.folder.root, 'outside');
  writeFileSync(outside, 'the first line\nthe second line');
  mkdirSync(at('failed'));
  symlinkSync(outside, at('failed/read.jpg.why.txt'));
  symlinkSync(outside, at('failed/kapot.jpg.why.txt'));
  putPipe(at('failed/pipe.jpg.why.txt'));
  put('kapot.jpg', 'half');
  await expect.poll(failed).toEqual([{ name: 'kapot.jpg', reason: 'file_damaged' }]);
  await Promise.all(Array.from({ length: 8 }, failed));
  expect((await t.request('/api/health')).status).toBe(503);
  expect(readFileSync(outside, 'utf8')).toBe('the first line\nthe second line');
  await t.send('DELETE', '/api/admin/watch-folder');
  expect(readdirSync(at('failed'))).toHaveLength(3);
});

describe('is never our own data:', () => {
  it.each(['originals', '.', '..'])('%s', (place) => {
    const watchFolder = path.join(t.folder.root, place);
    const deps = { ...t.deps, environment: { ...t.deps.environment, watchFolder } };
    expect(() => watchedFolder(deps)).toThrow('WATCH_FOLDER must lie outside DATA_DIR');
  });

  it.each([
    ['through a link', false],
    ['through one that is put there later', true],
  ])('%s', async (_when, isLater) => {
    closing.abort();
    await watching.ended();
    mkdirSync(t.folder.originals, { recursive: true });
    writeFileSync(path.join(t.folder.originals, 'own.jpg'), WHOLE);
    const place = at('place');
    if (isLater) mkdirSync(place);
    else symlinkSync(t.folder.originals, place);
    start(place);
    if (isLater) {
      put('place/a.jpg');
      await expect.poll(titles).toEqual(['a']);
      rmSync(place, { recursive: true });
      symlinkSync(t.folder.originals, place);
    }
    const reason = 'watched_folder_unusable';
    await expect.poll(failed).toMatchObject([{ reason }]);
    await aWhile();
    expect(titles()).toEqual(isLater ? ['a'] : []);
    expect(readdirSync(t.folder.originals)).toEqual(['own.jpg']);
  });
});
