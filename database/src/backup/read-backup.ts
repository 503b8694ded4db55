/**
 * A backup on disk: backup.json with the list of originals and renditions, the database, the secrets, and
 * SHA256SUMS over all of them (`sha256sum -c` reads it too). Nothing of it is believed before it was held
 * against its sums.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../connection.ts';
import { copyDurably, writeDurably } from '../durable-file.ts';
import { countRows, requireKnownSchema } from '../migrate.ts';
import { sha256OfFile } from '../sha256.ts';
import { ifMissing } from '../system-errors.ts';
import { BackupError } from './backup-files.ts';

const DATABASE = 'veldlicht.db';
const MANIFEST = 'backup.json';
const SUMS = 'SHA256SUMS';
const SUM = /^([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)?)$/;

/** In the place of the hash of a file: only the bucket has it; the database names it, but it could not be read. */
export const IN_BUCKET = 'bucket';
export const MISSING = 'missing';

const listedFile = z.strictObject({
  path: z.string().regex(/^(?:originals|renditions\/[0-9a-f]{32})\/[a-z0-9][a-z0-9.-]*$/),
  bytes: z.int(),
  changedAt: z.int().describe('When the file was changed that was read, in milliseconds'),
  content: z
    .string()
    .regex(/^(?:[0-9a-f]{64}|bucket|missing)$/)
    .describe('SHA-256 under which its bytes are stored; or why they are not'),
});
/** An original or a rendition that a backup stands for. */
export type ListedFile = z.infer<typeof listedFile>;

const backupManifest = z.strictObject({
  version: z.literal(1),
  createdAt: z.int().describe('Milliseconds since 1970'),
  tables: z.record(z.string(), z.int()).describe('Rows per table of the database'),
  files: z.array(listedFile),
});
/** What a backup says about itself. */
export type BackupManifest = z.infer<typeof backupManifest>;

export function isStored({ content }: ListedFile): boolean {
  return content !== IN_BUCKET && content !== MISSING;
}

/** How many originals and renditions a backup has, and where it has them. */
export function countFiles({ files }: BackupManifest) {
  const stored = files.filter(isStored);
  const count = (content: string) => files.filter((file) => file.content === content).length;
  return {
    stored: stored.length,
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    inBucket: count(IN_BUCKET),
    missing: count(MISSING),
  };
}

/** Writes backup.json, and SHA256SUMS over it, the database and the secrets (paths in the backup). */
export async function writeManifest(
  place: string,
  manifest: BackupManifest,
  secrets: string[],
): Promise<void> {
  await writeDurably(path.join(place, MANIFEST), JSON.stringify(manifest));
  let sums = '';
  for (const name of [MANIFEST, DATABASE, ...secrets])
    sums += `${await sha256OfFile(path.join(place, name))}  ${name}\n`;
  await writeDurably(path.join(place, SUMS), sums);
}

/** What a backup says about itself. Throws when it is damaged or newer than this version. */
export async function readManifest(place: string): Promise<BackupManifest> {
  const text = await readFile(path.join(place, MANIFEST), 'utf8');
  const { data } = backupManifest.safeParse(JSON.parse(text));
  if (data) return data;
  throw new BackupError('It was made by a newer version of Veldlicht. Restore it with that one.');
}

/** For `catch`: says what is missing. */
function refuseMissing(what: string) {
  return ifMissing<never>(() => {
    throw new BackupError(`${what} is missing: this is no whole backup.`);
  });
}

/** The names and sums in SHA256SUMS. Throws `BackupError` when it is damaged. */
async function readSums(place: string): Promise<{ sum: string; name: string }[]> {
  const text = await readFile(path.join(place, SUMS), 'utf8').catch(refuseMissing(SUMS));
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new BackupError(`${SUMS} is cut off.`);
  return lines.map((line) => {
    const [, sum, name] = SUM.exec(line) ?? [];
    if (!sum || !name) throw new BackupError(`${SUMS} is damaged.`);
    return { sum, name };
  });
}

/** The files in the folder of a backup, the sums among them; the bytes are not looked at. */
export async function namesOfBackup(place: string): Promise<string[]> {
  return [...(await readSums(place)).map(({ name }) => name), SUMS];
}

/** The names in SHA256SUMS, each held against its bytes. Throws `BackupError` naming what is wrong. */
async function verifySums(place: string): Promise<string[]> {
  const names: string[] = [];
  for (const { sum, name } of await readSums(place)) {
    const found = await sha256OfFile(path.join(place, name)).catch(refuseMissing(name));
    if (found !== sum)
      throw new BackupError(`${name} is damaged: it is not what was written there.`);
    names.push(name);
  }
  for (const name of [MANIFEST, DATABASE])
    if (!names.includes(name)) throw new BackupError(`${SUMS} does not name ${name}.`);
  return names;
}

/**
 * Throws `DatabaseError` unless the file is a sound database of ours with just these rows. The file
 * must be nobody else's: it is opened for writing, which leaves one file without company.
 */
export function requireSound(file: string, tables: Record<string, number>): void {
  const client = new BetterSqlite(file, { fileMustExist: true });
  try {
    client.pragma('journal_mode = DELETE');
    const [first] = client.pragma('integrity_check(1)') as { integrity_check: string }[]; // as SQLite documents it
    if (first?.integrity_check !== 'ok')
      throw new DatabaseError(`The database is damaged: ${first?.integrity_check}.`);
    if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new DatabaseError('The database has broken references.');
    requireKnownSchema(client);
    if (JSON.stringify(countRows(client)) !== JSON.stringify(tables))
      throw new DatabaseError('The database does not have the rows it should have.');
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    throw new DatabaseError(`The database is damaged: ${error.message}.`, { cause: error });
  } finally {
    client.close();
  }
}

/**
 * Copies database and secrets of a backup to a folder, which is made, and proves them: sums, integrity,
 * references, rows, tables. Throws `BackupError` or `DatabaseError` saying what is wrong.
 */
export async function stageBackup(place: string, staging: string): Promise<BackupManifest> {
  const names = await verifySums(place);
  const manifest = await readManifest(place);
  await mkdir(path.join(staging, 'secrets'), { recursive: true, mode: 0o700 });
  for (const name of names)
    if (name !== MANIFEST) await copyDurably(path.join(place, name), path.join(staging, name));
  requireSound(path.join(staging, DATABASE), manifest.tables);
  return manifest;
}
