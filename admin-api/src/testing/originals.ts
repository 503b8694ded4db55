/** Originals whose bytes are their metadata as JSON, and a worker that reads them. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { objectPath } from '@veldlicht/contract/ladder';
import { findFile } from '#media/media.repository.ts';
import type { TestApp } from './test-app.ts';
import { addFile } from './test-content.ts';
import { photoAnswer, startTestWorker } from './test-worker.ts';

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Stores an original. Returns its `imageUrl`. */
export function addOriginal(world: TestApp, facts: Partial<FileFacts>, extension = 'jpg') {
  const bytes = JSON.stringify(facts);
  const hash = sha256(bytes).slice(0, 32);
  if (findFile(world.db, hash)) return objectPath(hash, 'photo');
  mkdirSync(world.folder.originals, { recursive: true });
  writeFileSync(path.join(world.folder.originals, `${hash}.${extension}`), bytes);
  return addFile(world.db, { hash, extension, facts: { ...NO_FACTS, ...facts } }).imageUrl;
}

/** Answers uploads by their bytes, as the worker does. */
export function readOriginals(world: TestApp) {
  return startTestWorker(world, ({ subject }) => {
    const bytes = readFileSync(path.join(world.folder.incoming, subject), 'utf8');
    if (!bytes.startsWith('{')) return { refuse: { code: 'unreadable_file' }, text: 'no picture' };
    const facts = JSON.parse(bytes);
    return { ...photoAnswer(addOriginal(world, facts)), facts: { ...NO_FACTS, ...facts } };
  });
}
