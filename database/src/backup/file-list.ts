/** files.list: every original and rendition that a backup stands for, one per line. */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';

export interface ListedFile {
  /** Below the data folder: originals/… or renditions/…/…. */
  path: string;
  bytes: number;
  /** Of the file when it was looked at, in whole milliseconds; tells whether it is still the same. */
  changedAt: number;
  /** SHA-256 in hex, under which its bytes are stored; or why they are not. */
  content: string;
}

/** Only the bucket has it; the database names it, but it could not be read. */
export const IN_BUCKET = 'bucket';
export const MISSING = 'missing';

const LINE =
  /^([0-9a-f]{64}|bucket|missing) (\d+) (\d+) ((?:originals|renditions\/[0-9a-f]{32})\/[a-z0-9][a-z0-9.-]*)$/;

export function isStored({ content }: ListedFile): boolean {
  return content !== IN_BUCKET && content !== MISSING;
}

export async function writeFileList(file: string, list: Iterable<ListedFile>): Promise<void> {
  function* lines() {
    for (const { content, bytes, changedAt, path } of list)
      yield `${content} ${bytes} ${changedAt} ${path}\n`;
  }
  await pipeline(
    Readable.from(lines()),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** Throws `BackupError` when a line has not its form. */
export async function* readFileList(file: string): AsyncIterable<ListedFile> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, content, bytes, changedAt, path] = LINE.exec(line) ?? [];
    if (!content || !path) throw new BackupError('files.list is damaged.');
    yield { path, bytes: Number(bytes), changedAt: Number(changedAt), content };
  }
}
