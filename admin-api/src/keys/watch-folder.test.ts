/** A folder whose pictures become drafts (next.md §4). */
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { failedFile } from '@veldlicht/contract/upload-key';
import { media } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { startWatchFolder, watchedFolder } from './watch-folder.ts';

const t = useTestApp({}, 'admin');
let folder: string;
let worker: ReturnType<typeof startTestWorker>;
let watching: ReturnType<typeof startWatchFolder>;
let closing: AbortController;

/** The worker refuses every file but this one. */
let good = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-watched-'));
  await t.reopen({ environment: { WATCH_FOLDER: folder } });
  worker = startTestWorker(t, ({ subject }) => {
    const isGood = existsSync(path.join(t.folder.incoming, subject)) && good !== '';
    if (!isGood) return { refuse: { code: 'unreadable_file' }, text: 'file_damaged' };
    return { ...photoAnswer(addFile(t.db).imageUrl), facts: { ...NO_FACTS, keywords: ['Oehoe'] } };
  });
  closing = new AbortController();
  watching = startWatchFolder({ ...t.deps, closing: closing.signal }, 20);
});
afterEach(async () => {
  closing.abort();
  await watching.ended();
  worker.stop();
  rmSync(folder, { recursive: true });
});

const put = (name: string) => writeFileSync(path.join(folder, name), `picture ${name}`);
const failed = () =>
  readAnswer(z.array(failedFile), t.request('/api/admin/watch-folder', { cookie: t.cookie }));

it('takes a picture away and makes a draft of it', async () => {
  good = 'all';
  seedSpecies(t.db);
  put('_DSC1.jpg');
  await expect.poll(() => t.rows(media)).toMatchObject([{ title: '_DSC1', status: 'draft' }]);
  // Guarded before anybody has looked at it.
  expect(t.rows(media)).toMatchObject([{ guard: 'region' }]);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(await failed()).toEqual([]);
});

it('leaves what is unfinished, hidden, a folder or a link', async () => {
  good = 'all';
  const secret = path.join(t.folder.root, 'secret');
  writeFileSync(secret, 'secret');
  symlinkSync(secret, path.join(folder, 'link.jpg'));
  for (const name of ['.DS_Store', 'half.jpg.part', 'later.tmp']) put(name);
  put('last.jpg');
  await expect.poll(() => t.rows(media)).toHaveLength(1);
  await expect
    .poll(() => readdirSync(folder).sort())
    .toEqual(['.DS_Store', 'half.jpg.part', 'later.tmp', 'link.jpg']);
});

it('sets a file aside that is refused, and says why until somebody has read it', async () => {
  good = '';
  put('kapot.jpg');
  await expect.poll(failed).toEqual([{ name: 'kapot.jpg', reason: 'file_damaged' }]);
  expect(t.rows(media)).toEqual([]);
  const texts = readdirSync(path.join(folder, 'failed')).sort();
  expect(texts).toEqual(['kapot.jpg', 'kapot.jpg.why.txt']);
  await t.send('DELETE', '/api/admin/watch-folder');
  expect(await failed()).toEqual([]);
  expect(readdirSync(path.join(folder, 'failed'))).toEqual(['kapot.jpg']);
});

it.each(['originals', '.', '..'])('is never our own data: %s', (place) => {
  const watchFolder = path.join(t.folder.root, place);
  const deps = { ...t.deps, environment: { ...t.deps.environment, watchFolder } };
  expect(() => watchedFolder(deps)).toThrow('WATCH_FOLDER must lie outside DATA_DIR');
});
