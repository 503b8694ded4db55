/** SHA256SUMS: what the files of a backup must be. `sha256sum -c SHA256SUMS` reads it too. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../storage/sha256-of-file.ts';
import { BackupError } from './backup-error.ts';
import { isMissing, writeDurably } from './backup-files.ts';

const FILE = 'SHA256SUMS';
const LINE = /^([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)?)$/;

/** Writes the sums of these files of a folder. */
export async function writeSums(folder: string, names: string[]): Promise<void> {
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256OfFile(path.join(folder, name))}  ${name}\n`);
  await writeDurably(path.join(folder, FILE), lines.join(''));
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new BackupError(`${FILE} is missing: this is no whole backup.`);
    throw error;
  });
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new BackupError(`${FILE} is cut off.`);
  return new Map(
    lines.map((line) => {
      const [, sum, name] = LINE.exec(line) ?? [];
      if (!sum || !name) throw new BackupError(`${FILE} is damaged.`);
      return [name, sum];
    }),
  );
}

/** The names in it, each held against its bytes. Throws `BackupError` naming what is wrong. */
export async function verifySums(folder: string, needed: string[]): Promise<string[]> {
  const sums = await readSums(folder);
  for (const name of needed)
    if (!sums.has(name)) throw new BackupError(`${FILE} does not name ${name}.`);
  for (const [name, sum] of sums) {
    const found = await sha256OfFile(path.join(folder, name)).catch((error: unknown) => {
      if (isMissing(error)) throw new BackupError(`${name} is missing.`);
      throw error;
    });
    if (found !== sum)
      throw new BackupError(`${name} is damaged: it is not what was written there.`);
  }
  return [...sums.keys()];
}
