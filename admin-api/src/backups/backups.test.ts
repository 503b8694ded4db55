import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BACKUP_DOWNLOAD_PATH, backupState } from '@veldlicht/contract/backup';
import { type BackupStatus, writeBackupStatus } from '@veldlicht/database/backup/backup-status';
import { createBackup } from '@veldlicht/database/backup/create-backup';
import { restoreBackup } from '@veldlicht/database/backup/restore-backup';
import { dataFolder } from '@veldlicht/database/data-folder';
import { claimJob, noteProgress } from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { auditLog, jobs, settings } from '@veldlicht/database/schema';
import { extract } from 'tar-stream';
import { expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';

const DAY = 24 * 3_600_000;

const t = useTestApp();

async function state() {
  return readAnswer(backupState, t.send('GET', '/api/admin/backup'));
}

const success = (at: number, missing = 0) => ({ at, name: 'x', missing, inBucket: 0 });
const failure = { at: START, problem: 'disk_full' as const };

it('is "none" before the first backup, also when the status file is damaged', async () => {
  expect(await state()).toMatchObject({ state: 'none', lastAt: null });
  writeFileSync(t.folder.backupStatus, '{"succ');
  expect(await state()).toMatchObject({ state: 'none', lastAt: null });
});

it.each<[string, BackupStatus]>([
  ['ok', { success: success(START - 3 * DAY), failure: null }],
  ['late', { success: success(START - 3 * DAY - 1), failure: null }],
  ['incomplete', { success: success(START, 3), failure: null }],
  ['failed', { success: success(START), failure }],
  ['failed', { success: null, failure }],
])('is "%s"', async (word, status) => {
  await writeBackupStatus(t.folder, status);
  const found = await state();
  expect(found.state).toBe(word);
  expect(found.lastAt).toBe(status.success ? new Date(status.success.at).toISOString() : null);
  expect(found.problem).toBe(status.failure?.problem ?? null);
});

it('queues one on demand, one at a time, and reports progress', async () => {
  const ask = () => readAnswer(backupState, t.send('POST', '/api/admin/backup'));
  expect(await ask()).toMatchObject({ percent: 0 });
  expect(await ask()).toMatchObject({ percent: 0 });
  expect(t.rows(jobs)).toMatchObject([{ kind: 'backup', state: 'waiting' }]);
  expect(t.rows(auditLog)).toMatchObject([
    { actor: 'eva', action: 'make-backup', entity: 'backup' },
  ]);
  const job = claimJob(t.db, ['backup'], START);
  noteProgress(t.db, job?.id ?? 0, { percent: 42 });
  expect(await state()).toMatchObject({ percent: 42 });
});

/** Adds a picture whose bytes are on disk; a large one does not fit into one piece of a stream. */
function addPicture(text: string, repeat = 1): string {
  const bytes = Buffer.from(text.repeat(repeat));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  mkdirSync(t.folder.originals, { recursive: true });
  writeFileSync(path.join(t.folder.originals, `${hash}.jpg`), bytes);
  mkdirSync(path.join(t.folder.renditions, hash), { recursive: true });
  writeFileSync(path.join(t.folder.renditions, hash, '960.jpg'), text);
  const rendition = {
    format: 'jpg',
    name: '960.jpg',
    width: 48,
    height: 32,
    bytes: text.length,
  } as const;
  addFile(t.db, { hash, bytes: bytes.length, renditions: [rendition] });
  return hash;
}

const make = () => {
  const { backupDir } = t.deps.environment;
  return createBackup({ folder: t.folder, backupDir, storage: 'disk', now: START });
};

async function unpack(answer: Response, to: string): Promise<number> {
  let length = 0;
  const counted = async function* () {
    // Cast: of node:stream/web, which is the same one.
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length;
      yield piece;
    }
  };
  const files = extract();
  const modes = new Set<number | undefined>();
  files.on('entry', async ({ name, mode }, stream, next) => {
    modes.add(mode);
    mkdirSync(path.join(to, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(to, name), await buffer(stream));
    next();
  });
  await pipeline(Readable.from(counted()), files);
  // On a shared machine other users can't read unpacked secrets.
  expect([...modes]).toEqual([0o600]);
  return length;
}

it('sends the newest, ignoring one dated in the future', async () => {
  const { name, place } = await make();
  const options = { folder: t.folder, backupDir: t.deps.environment.backupDir };
  await createBackup({ ...options, storage: 'disk', now: START + 400 * DAY });
  const answer = await t.send('GET', BACKUP_DOWNLOAD_PATH);
  expect(answer.headers.get('content-disposition')).toContain(name);
  await answer.body?.cancel();
  expect((await state()).place).toBe(place);
});

it('sends the newest as one file, which restores into an empty folder', async () => {
  const hashes = [addPicture('ree '), addPicture('vos ', 500_000)];
  mkdirSync(t.folder.secrets, { recursive: true });
  writeFileSync(path.join(t.folder.secrets, 'uploads'), 'key');
  t.db
    .update(settings)
    .set({ profile: { heroTitle: 'Nevel' } })
    .run();
  const { name } = await make();
  const answer = await t.send('GET', BACKUP_DOWNLOAD_PATH);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}.tar"`);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'veldlicht-download-'));
  try {
    const length = await unpack(answer, elsewhere);
    // Lets a browser notice a truncated download.
    expect(length).toBe(Number(answer.headers.get('content-length')));
    const folder = dataFolder(path.join(elsewhere, 'data'));
    mkdirSync(folder.root);
    await restoreBackup({ folder, place: path.join(elsewhere, name), now: START });
    for (const hash of hashes)
      for (const file of [`originals/${hash}.jpg`, `renditions/${hash}/960.jpg`])
        expect(readFileSync(path.join(folder.root, file))).toEqual(
          readFileSync(path.join(t.folder.root, file)),
        );
    expect(readdirSync(folder.originals)).toHaveLength(hashes.length);
    expect(readFileSync(path.join(folder.secrets, 'uploads'), 'utf8')).toBe('key');
    const db = openDatabase(folder.database);
    expect(db.select().from(settings).get()?.profile).toEqual({ heroTitle: 'Nevel' });
    db.$client.close();
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
  const entry = { actor: 'eva', action: 'download-backup', entity: 'backup', summary: name };
  expect(t.rows(auditLog)).toMatchObject([entry]);
});

it('answers HEAD without an audit entry, and 404 without a backup', async () => {
  for (const method of ['GET', 'POST'])
    expect((await t.send(method, BACKUP_DOWNLOAD_PATH)).status).toBe(404);
  await make();
  const head = await t.send('HEAD', BACKUP_DOWNLOAD_PATH);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(t.rows(auditLog)).toEqual([]);
});

it('truncates the download when a file has changed, so that the client notices', async () => {
  const hash = addPicture('vos ', 500_000);
  await make();
  const answer = await t.send('GET', BACKUP_DOWNLOAD_PATH);
  // The same file by its other name.
  truncateSync(path.join(t.folder.originals, `${hash}.jpg`), 10);
  const read = async () => (await answer.arrayBuffer()).byteLength;
  const length = await read().catch(() => 0);
  expect(length).toBeLessThan(Number(answer.headers.get('content-length')));
  expect(t.logged.join()).toContain('the download of a backup was cut off');
});

it('closes the files when the client disconnects', async () => {
  addPicture('vos ', 500_000);
  await make();
  const answer = await t.send('GET', BACKUP_DOWNLOAD_PATH);
  await answer.body?.cancel();
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(t.deps.environment.backupDir);
      } catch {
        return false;
      }
    });
  await expect.poll(open).toEqual([]);
  expect(t.logged.join()).not.toContain('cut off');
});
