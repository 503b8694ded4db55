/** Which originals and renditions a backup must hold, and taking them in. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataFolder } from '../data-folder.ts';
import { sha256OfFile } from '../storage/sha256-of-file.ts';
import { hashInName, readStoredName } from '../storage/stored-name.ts';
import { isMissing } from './backup-files.ts';
import { eachLimited } from './each-limited.ts';
import { IN_BUCKET, isStored, type ListedFile, MISSING } from './file-list.ts';
import type { FilePool } from './file-pool.ts';

/** Every stored file is read again once in so many days, so that rot does not stay unseen. */
const ROUND_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Wanted {
  path: string;
  bytes: number;
}

/** Originals and renditions that a copy of the database names. */
export function wantedFiles(database: string): Wanted[] {
  const client = new BetterSqlite(database, { readonly: true });
  try {
    const rows = client
      .prepare('SELECT hash, extension, bytes, renditions FROM files ORDER BY hash')
      .all() as { hash: string; extension: string; bytes: number; renditions: string }[]; // its columns
    return rows.flatMap(({ hash, extension, bytes, renditions }) => [
      { path: `originals/${hash}.${extension}`, bytes },
      // Written by our own worker.
      ...(JSON.parse(renditions) as { name: string; bytes: number }[]).map((each) => ({
        path: `renditions/${hash}/${each.name}`,
        bytes: each.bytes,
      })),
    ]);
  } finally {
    client.close();
  }
}

interface Surroundings {
  folder: DataFolder;
  pool: FilePool;
  /** What the last backup listed, by path. */
  known: Map<string, ListedFile>;
  storage: 'disk' | 's3';
  /** Milliseconds since 1970. */
  now: number;
}

/** Whether a stored file has its turn to be read again. */
function isItsTurn(sha256: string, now: number): boolean {
  return (
    Number.parseInt(sha256.slice(0, 2), 16) % ROUND_DAYS === Math.floor(now / DAY_MS) % ROUND_DAYS
  );
}

/** Originals are called by their bytes; of renditions nothing is known beforehand. */
function isRight(file: string, sha256: string, before: ListedFile | undefined): boolean {
  const name = readStoredName(file);
  const hash = name && hashInName(name);
  if (hash) return sha256.startsWith(hash);
  return before === undefined || !isStored(before) || before.content === sha256;
}

/** The stored bytes of the last backup, if they are still good; else what is missing and why. */
async function fallBack(
  { path: name, bytes }: Wanted,
  before: ListedFile | undefined,
  { pool, storage }: Surroundings,
): Promise<ListedFile> {
  if (before && isStored(before) && (await pool.isIntact(before.content))) return before;
  const inBucket = storage === 's3' && name.startsWith('originals/');
  return { path: name, bytes, changedAt: 0, content: inBucket ? IN_BUCKET : MISSING };
}

async function collectOne(wanted: Wanted, around: Surroundings): Promise<ListedFile> {
  const { folder, pool, known, now } = around;
  const before = known.get(wanted.path);
  const file = path.join(folder.root, wanted.path);
  const facts = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!facts) return fallBack(wanted, before, around);
  const changedAt = Math.floor(facts.mtimeMs);
  const isSame = before?.bytes === facts.size && before.changedAt === changedAt;
  if (before && isSame && isStored(before) && (await pool.has(before.content, before.bytes))) {
    if (!isItsTurn(before.content, now) || (await pool.isIntact(before.content))) return before;
  }
  const content = await sha256OfFile(file);
  // Rot changes bytes and not the time; what was put in place anew is newer.
  if (!isRight(wanted.path, content, isSame ? before : undefined))
    return fallBack(wanted, before, around);
  const entry = { path: wanted.path, bytes: facts.size, changedAt, content };
  if (!(await pool.has(content, facts.size)) || (isSame && !(await pool.isIntact(content))))
    await pool.add(file, content);
  return entry;
}

/** Files at a time: the disk answers several as quickly as one. */
const AT_ONCE = 8;

/** Takes in what is new, and answers the list in the order of what was wanted. */
export async function collectFiles(wanted: Wanted[], around: Surroundings): Promise<ListedFile[]> {
  const list = await eachLimited(AT_ONCE, wanted, (each) => collectOne(each, around));
  await around.pool.flush();
  return list;
}
