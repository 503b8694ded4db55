/** Tests of moving in and out: folders, and files whose bytes are their metadata as JSON. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { objectPath } from '@veldlicht/contract/ladder';
import { type MovedItem, movedItem } from '@veldlicht/contract/moving';
import { sha256 } from '@veldlicht/database/sha256';
import { afterEach } from 'vitest';
import { findFile } from '#media/media.repository.ts';
import { sidecarOf } from '#moving/sidecar.ts';
import type { TestApp } from './test-app.ts';
import { addFile } from './test-content.ts';
import { photoAnswer, startTestWorker } from './test-worker.ts';

/** Makes folders, and removes them after the test with what `ends` holds. */
export function useMovingBench() {
  const folders: string[] = [];
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-moving-'));
    folders.push(folder);
    return folder;
  };
  return { ends, newFolder };
}

/** Writes files: texts and bytes as they are, the rest as JSON. */
export function writeFiles(folder: string, files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(path.join(folder, name), isPlain ? content : JSON.stringify(content));
  }
}

/** A sidecar with these fields. */
export const xmp = (fields: Partial<MovedItem>) =>
  sidecarOf(movedItem.parse({ source: 'x', sourceId: '1', file: 'a.jpg', ...fields }));

/** Reads all files of a folder by their paths. */
export function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name));
  return Object.fromEntries(
    paths.sort().map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]),
  );
}

/** Stores an original whose bytes are its metadata as JSON. */
export function addOriginal(world: TestApp, facts: Partial<FileFacts>, extension = 'jpg') {
  const bytes = JSON.stringify(facts);
  const hash = sha256(bytes).slice(0, 32);
  if (findFile(world.db, hash)) return objectPath(hash, 'photo');
  mkdirSync(world.folder.originals, { recursive: true });
  writeFileSync(path.join(world.folder.originals, `${hash}.${extension}`), bytes);
  const file = { hash, extension, bytes: bytes.length, facts: { ...NO_FACTS, ...facts } };
  return addFile(world.db, file).imageUrl;
}

/** Answers uploads as the worker does, by their bytes. Returns a function that stops it. */
export function work(world: TestApp): () => void {
  return startTestWorker(world, ({ subject }) => {
    const bytes = readFileSync(path.join(world.folder.incoming, subject), 'utf8');
    if (!bytes.startsWith('{')) return { refuse: { code: 'unreadable_file' }, text: 'no picture' };
    const facts = JSON.parse(bytes);
    return { ...photoAnswer(addOriginal(world, facts)), facts: { ...NO_FACTS, ...facts } };
  }).stop;
}
