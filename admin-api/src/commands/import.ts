/** `npm run import -- FOLDER|ZIP`: says what a library would bring, and with --now brings it. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '@veldlicht/contract/environment';
import { sentenceOf } from '@veldlicht/contract/reason';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { dataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import { pino } from 'pino';
import type { Deps } from '#http/app-env.ts';
import { findActor } from '#keys/watch-folder.ts';
import { importLibrary } from '#moving/import-library.ts';
import { planImport } from '#moving/plan-import.ts';
import { countWaiting, publishMoved } from '#moving/publish-moved.ts';
import { formOf } from '#moving/readers/index.ts';
import { unzip } from '#moving/zip.ts';
import { openDeps } from '../open-deps.ts';
import { openProduct, rootOf, runProgram, showProgress } from './command-line.ts';

const USAGE = `npm run import -- FOLDER|ZIP [--category NAME] [--make-tags] [--series] [--now]
npm run import -- --publish

  Lists what would be imported from a folder or ZIP file, and imports it with --now: photos and videos as
  drafts with their place hidden, series and notes as drafts, messages and old addresses. Nothing that is
  already here changes. The folder can be the output of npm run export, a Flickr or WordPress export, a
  Lychee database with its uploads, or any photos and videos with their sidecars (docs/moving-in.md).
  --category NAME   the category of photos and videos that have none
  --make-tags       creates tags for keywords that are not tags yet
  --series          makes a series from each folder of photos that no export describes
  --publish         publishes everything that was public on the old site
  Veldlicht must be running (npm start): it reads the files.`;

/** Opens what the services need; Ctrl+C ends their work. */
function depsOf(db: Database): Deps {
  const environment = readEnvironment(process.env);
  const closing = new AbortController();
  process.once('SIGINT', () =>
    closing.abort(new TerminalError('Stopped. Start again to continue.')),
  );
  return openDeps(db, {
    environment,
    folder: dataFolder(rootOf(environment)),
    log: pino({ level: 'error' }, process.stderr),
    closing: closing.signal,
  });
}

/** Finds the admin who becomes the author of everything. */
function requireActor(db: Database) {
  const actor = findActor(db);
  if (!actor) throw new TerminalError('There is no admin to own what is imported.');
  return actor;
}

/** Calls `work` with the folder itself, or with one where a ZIP file is unpacked meanwhile. */
async function withFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (path.extname(place).toLowerCase() !== '.zip') return work(place);
  const unpacked = await mkdtemp(path.join(tmpdir(), 'veldlicht-import-'));
  try {
    const { bavail, bsize } = await statfs(unpacked);
    return await work(await unzip(place, unpacked, bavail * bsize));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

function readFlags(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const flags = { 'make-tags': flag, series: flag, now: flag, publish: flag } as const;
  const options = { category: { type: 'string' }, ...flags } as const;
  return parseArgs({ args, allowPositionals: true, options });
}

async function run(args: string[]): Promise<string[]> {
  const { values, positionals } = readFlags(args);
  const [folder, ...others] = positionals;
  if ((folder === undefined) !== values.publish || others.length > 0)
    throw new TerminalError(USAGE);
  const db = openProduct(process.env);
  if (folder === undefined)
    return [`Published: ${await publishMoved(depsOf(db), requireActor(db))}.`];
  // npm leaves the folder that it was called from.
  const place = path.resolve(process.env.INIT_CWD ?? '', folder);
  return withFolder(place, (root) => importFrom(db, root, values));
}

/** Plans the import of a folder or, with `now`, brings it. Returns what to print. */
async function importFrom(
  db: Database,
  root: string,
  flags: ReturnType<typeof readFlags>['values'],
): Promise<string[]> {
  const options = { category: flags.category ?? null, makeTags: flags['make-tags'] };
  const form = await formOf(root, flags);
  const { faults, left, lines, withoutCategory } = await planImport(db, form, options);
  if (faults.length > 0)
    throw new TerminalError([...faults.map(sentenceOf), 'Nothing was changed.'].join('\n'));
  if (!flags.now)
    return [
      ...[...left, ...lines].map(sentenceOf),
      `Without a category, unless their files name one: ${withoutCategory} (--category NAME).`,
      'Nothing was changed. Add --now to import it.',
    ];
  const [deps, actor] = [depsOf(db), requireActor(db)];
  const outcome = await importLibrary(deps, form, actor, options, showProgress);
  const { created, linked, failed } = outcome;
  return [
    ...[...left, ...failed].map(sentenceOf),
    `Imported: ${created}, already here: ${linked}, failed: ${failed.length}.`,
    `Waiting to be published: ${countWaiting(db)}. npm run import -- --publish publishes them.`,
  ];
}

await runProgram(run);
