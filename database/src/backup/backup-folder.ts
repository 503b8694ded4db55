/**
 * Format of the backup folder. Each backup is a folder with the database, the secrets, backup.json (the list of
 * originals and renditions) and SHA256SUMS over all of them (for `sha256sum -c`). The listed files are stored once
 * beside the backups, by content: files/<aa>/<sha256>, hard links on the disk of the data folder. Sums are checked
 * before use.
 */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { z } from 'zod';
import { requireSound } from '../check-database.ts';
import { copyDurably, writeDurably } from '../durable-file.ts';
import { mapLimited } from '../map-limited.ts';
import { sha256OfFile } from '../sha256.ts';
import { ifMissing } from '../system-errors.ts';

/** An expected error of a backup or a restore. */
export class BackupError extends TerminalError {
  override name = 'BackupError';
}

export const DATABASE = 'veldlicht.db';
const MANIFEST = 'backup.json';
const SUMS = 'SHA256SUMS';
const SUM = /^([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)?)$/;
/** Files handled at a time. */
export const FILES_AT_ONCE = 8;

const listedFile = z.strictObject({
  path: z.string().regex(/^(?:originals|renditions\/[0-9a-f]{32})\/[a-z0-9][a-z0-9.-]*$/),
  bytes: z.int(),
  changedAt: z.int().describe('Modification time of the file that was read, in milliseconds'),
  content: z
    .string()
    .regex(/^(?:[0-9a-f]{64}|bucket|missing)$/)
    .describe(
      'SHA-256 of its bytes; `bucket`: only the bucket has them; `missing`: they could not be read',
    ),
});
/** An original or a rendition in the list of a backup. */
export type ListedFile = z.infer<typeof listedFile>;

const backupManifest = z.strictObject({
  version: z.literal(1),
  createdAt: z.int().describe('Milliseconds since 1970'),
  tables: z.record(z.string(), z.int()).describe('Rows per table of the database'),
  files: z.array(listedFile),
});
/** Content of backup.json. */
export type BackupManifest = z.infer<typeof backupManifest>;

export function isStored({ content }: ListedFile): boolean {
  return content !== 'bucket' && content !== 'missing';
}

/** Counts the originals and renditions of a backup. */
export function countFiles({ files }: BackupManifest) {
  const stored = files.filter(isStored);
  return {
    stored: stored.length,
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    inBucket: files.filter(({ content }) => content === 'bucket').length,
    missing: files.filter(({ content }) => content === 'missing').length,
  };
}

/** Size of a file, or null when there is none. */
export async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(ifMissing(null));
  return found?.isFile() ? found.size : null;
}

/** Names in a folder; none when it does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing<string[]>([]));
}

/** Path in the backup folder of the bytes with this hash. */
export function storedAt(backupDir: string, sum: string): string {
  return path.join(backupDir, 'files', sum.slice(0, 2), sum);
}

/** Whether a file exists and has this SHA-256. */
export async function isIntact(file: string, sum: string): Promise<boolean> {
  return (await sha256OfFile(file).catch(ifMissing(null))) === sum;
}

/** Writes backup.json, and SHA256SUMS over it and the other files of the backup (paths in it). */
export async function writeManifest(
  place: string,
  manifest: BackupManifest,
  others: string[],
): Promise<void> {
  await writeDurably(path.join(place, MANIFEST), JSON.stringify(manifest));
  let sums = '';
  for (const name of [MANIFEST, ...others])
    sums += `${await sha256OfFile(path.join(place, name))}  ${name}\n`;
  await writeDurably(path.join(place, SUMS), sums);
}

/** Reads backup.json. Throws when it is damaged or of a newer version. */
export async function readManifest(place: string): Promise<BackupManifest> {
  const text = await readFile(path.join(place, MANIFEST), 'utf8');
  const { data } = backupManifest.safeParse(JSON.parse(text));
  if (data) return data;
  throw new BackupError('It was made by a newer version of Veldlicht. Restore it with that one.');
}

/** For `catch`: turns ENOENT into a `BackupError`. */
function refuseMissing(what: string) {
  return ifMissing<never>(() => {
    throw new BackupError(`${what} is missing: this is no whole backup.`);
  });
}

/** Reads SHA256SUMS. Throws `BackupError` when it is damaged. */
async function readSums(place: string): Promise<[sum: string, name: string][]> {
  const text = await readFile(path.join(place, SUMS), 'utf8').catch(refuseMissing(SUMS));
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new BackupError(`${SUMS} is cut off.`);
  return lines.map((line) => {
    const [, sum, name] = SUM.exec(line) ?? [];
    if (!sum || !name) throw new BackupError(`${SUMS} is damaged.`);
    return [sum, name];
  });
}

/**
 * Copies database and secrets of a backup to a new folder and checks sums, integrity, references, rows and tables.
 * Throws `BackupError` or `DatabaseError`.
 */
export async function stageBackup(place: string, staging: string): Promise<BackupManifest> {
  const sums = await readSums(place);
  for (const name of [MANIFEST, DATABASE])
    if (!sums.some(([, named]) => named === name))
      throw new BackupError(`${SUMS} does not name ${name}.`);
  await mkdir(path.join(staging, 'secrets'), { recursive: true, mode: 0o700 });
  for (const [sum, name] of sums) {
    await copyDurably(path.join(place, name), path.join(staging, name)).catch(refuseMissing(name));
    if (!(await isIntact(path.join(staging, name), sum)))
      throw new BackupError(`${name} is damaged: it is not what was written there.`);
  }
  const manifest = await readManifest(staging);
  requireSound(path.join(staging, DATABASE), manifest.tables);
  return manifest;
}

export interface ArchivedFile {
  /** Path relative to the backup folder. */
  name: string;
  file: string;
  bytes: number;
}

/**
 * All files of a backup, stored files included, each once: unpacked elsewhere they are a backup folder. Throws
 * `BackupError` when one is missing.
 */
export async function filesOfBackup(place: string): Promise<ArchivedFile[]> {
  const backupDir = path.dirname(place);
  const [sums, { files }] = await Promise.all([readSums(place), readManifest(place)]);
  const own = [SUMS, ...sums.map(([, name]) => name)].map((name) => path.join(place, name));
  const stored = files.filter(isStored).map(({ content }) => storedAt(backupDir, content));
  return mapLimited([...own, ...new Set(stored)], FILES_AT_ONCE, async (file) => {
    const bytes = await sizeOf(file);
    if (bytes === null) throw new BackupError(`This is no whole backup: ${file} is missing.`);
    return { name: path.relative(backupDir, file), file, bytes };
  });
}
