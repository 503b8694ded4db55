/** `npm run import -- FOLDER`: says what a library would bring, and with --now brings it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '@veldlicht/contract/environment';
import type { ImportPlan } from '@veldlicht/contract/moving';
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
import { openDeps } from '../open-deps.ts';
import { openProduct, rootOf, tell } from './command-line.ts';

const USAGE = `npm run import -- FOLDER [--category NAME] [--make-tags] [--series] [--now]
npm run import -- --publish

  Says what a folder would bring, and with --now brings it: photos and videos as drafts whose place nobody
  sees, series and notes as drafts, messages and old addresses. What is here already stays as it is.
  The folder is one that npm run export wrote, an unpacked export of Flickr or WordPress, a database of
  Lychee with its uploads, or any photos and videos with their sidecars (docs/moving-in.md).
  --category NAME   of what names no category itself
  --make-tags       makes tags of keywords that are none yet
  --series          makes a series of each folder of photos that no export describes
  --publish         publishes what was public where it comes from
  Veldlicht must be running (npm start): it reads the files.`;

const some = (names: readonly string[]) =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');

/** Says what an import would do, line by line. */
function describe(plan: ImportPlan, { category }: { category: string | null }): string[] {
  const { newCategories, newTags, unknownSpecies } = plan;
  return [
    `Photos and videos: ${plan.items}, of which ${plan.known} came before.`,
    `To be made: ${plan.fresh}; of these ${plan.sameFile} have a file that is here already.`,
    plan.guarded > 0 && `The guard would keep the place of ${plan.guarded} or more.`,
    plan.withoutCategory > 0 &&
      category === null &&
      `Without a category: ${plan.withoutCategory}, unless their files name one. Choose one with --category.`,
    newCategories.length > 0 && `New categories: ${some(newCategories)}.`,
    newTags.length > 0 && `Keywords that are no tags: ${some(newTags)}.`,
    unknownSpecies.length > 0 &&
      `Species that are on no list, which items can't show: ${some(unknownSpecies)}.`,
    `Series and notes: ${plan.stories}, messages: ${plan.messages}, old addresses: ${plan.redirects}.`,
  ].filter((line) => line !== false);
}

/** Opens what the services need; Ctrl+C ends their work. */
function depsOf(db: Database): Deps {
  const environment = readEnvironment(process.env);
  const closing = new AbortController();
  process.once('SIGINT', () => closing.abort(new TerminalError('Stopped. Begin again to go on.')));
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
  if (!actor) throw new TerminalError('There is no admin in whose name things can be made.');
  return actor;
}

async function run(args: string[]): Promise<string[]> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      category: { type: 'string' },
      'make-tags': flag,
      series: flag,
      now: flag,
      publish: flag,
    },
  });
  const [folder, ...others] = positionals;
  if ((folder === undefined) !== values.publish || others.length > 0)
    throw new TerminalError(USAGE);
  const db = openProduct(process.env);
  try {
    if (folder === undefined)
      return [`Published: ${await publishMoved(depsOf(db), requireActor(db))}.`];
    const options = { category: values.category ?? null, makeTags: values['make-tags'] };
    // npm leaves the folder that it was called from.
    const form = await formOf(path.resolve(process.env.INIT_CWD ?? '', folder), values);
    if (form.faults.length > 0)
      throw new TerminalError([...form.faults.map(sentenceOf), 'Nothing was changed.'].join('\n'));
    const left = form.left.map(sentenceOf);
    if (!values.now)
      return [
        ...left,
        ...describe(await planImport(db, form, options), options),
        'Nothing was changed. Add --now to bring it.',
      ];
    const onProgress = (done: number, all: number) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all}`);
    };
    const outcome = await importLibrary(depsOf(db), form, requireActor(db), options, onProgress);
    const { created, linked, failed } = outcome;
    return [
      ...left,
      ...failed.map(({ file, reason }) => `${file}: ${sentenceOf(reason)}`),
      `Made: ${created}, here already: ${linked}, failed: ${failed.length}.`,
      `Waiting to be published: ${countWaiting(db)}. npm run import -- --publish publishes them.`,
    ];
  } finally {
    db.$client.close();
  }
}

try {
  console.log((await run(process.argv.slice(2))).join('\n'));
  process.exit();
} catch (error) {
  console.error(tell(error));
  process.exit(1);
}
