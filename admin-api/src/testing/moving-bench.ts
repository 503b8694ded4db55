/** Tests of moving in and out: folders, and files whose bytes are their metadata as JSON. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { objectPath } from '@veldlicht/contract/ladder';
import { type MovedItem, movedItem } from '@veldlicht/contract/moving';
import { sentenceOf } from '@veldlicht/contract/reason';
import { addressKey } from '@veldlicht/database/redirects';
import { sha256 } from '@veldlicht/database/sha256';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach } from 'vitest';
import { ZipFile } from 'yazl';
import { findFile } from '#media/media.repository.ts';
import { importLibrary } from '#moving/import-library.ts';
import { publishMoved } from '#moving/publish-moved.ts';
import { addressesOf, type Form } from '#moving/read-form.ts';
import { formOf } from '#moving/readers/index.ts';
import { sidecarOf } from '#moving/sidecar.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { addFile } from './test-content.ts';
import { addSite } from './test-site.ts';
import { photoAnswer, startTestWorker } from './test-worker.ts';

/** Folders, sites and what was read; all of it is removed after the test. */
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
  /** Makes an empty installation with a worker, and its owner. */
  async function newSite() {
    const world = await createTestApp();
    ends.push(() => world.remove(), work(world));
    seedSpecies(world.db);
    return { world, anna: world.addUser('admin', 'anna') };
  }

  /** Reads an export of these files, beside those that a folder has. */
  async function read(files: Record<string, unknown>, folder = newFolder(), series = false) {
    writeFiles(folder, files);
    const form = await formOf(folder, { series });
    return { folder, form, left: form.left.map(sentenceOf) };
  }

  /** Takes a form in and publishes it. Returns the outcome, and the status of each old address. */
  async function bring(form: Form) {
    const { world, anna } = await newSite();
    const choice = { category: 'Fauna', makeTags: true };
    const outcome = await importLibrary(world.deps, form, anna, choice);
    await publishMoved(world.deps, anna);
    addSite(world.folder);
    const answers: Record<string, number> = {};
    for (const address of addressesOf(form)) {
      const { pathname } = new URL(address, 'http://site');
      answers[pathname] = (await world.request(encodeURI(addressKey(address)))).status;
    }
    return { outcome, answers };
  }

  return { newFolder, newSite, read, bring };
}

/** Blocks that show one picture each, by the keys of their items. */
export const singles = (source: string, ...ids: string[]) =>
  ids.map((id) => ({ kind: 'single', media: [`${source}:${id}`] }));

/** Content of `items.jsonl`: numbered photos of Flickr with these fields. */
export const itemLines = (lines: readonly object[]) =>
  lines
    .map((line, n) => ({ source: 'flickr', category: 'fauna', sourceId: String(n + 1), ...line }))
    .map((line) => JSON.stringify(line))
    .join('\n');

/** Writes files: texts and bytes as they are, the rest as JSON. */
export function writeFiles(folder: string, files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(path.join(folder, name), isPlain ? content : JSON.stringify(content));
  }
}

/** Packs files into a ZIP file, by their names. */
export async function zipped(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
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
