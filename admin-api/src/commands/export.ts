/** `npm run export -- FOLDER`: the whole library as a folder that other programs read (decision 029). */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '@veldlicht/contract/environment';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openStorage } from '@veldlicht/database/storage/storage';
import { exportLibrary, leftOutSentence } from '#moving/export-library.ts';
import { folderSink } from '#moving/folder-sink.ts';
import { openProduct, rootOf, runProgram, showProgress } from './command-line.ts';

const USAGE = `npm run export -- FOLDER [--with-private-places] [--with-texts]

  Writes all photos and videos with their text, series, notes, messages and old addresses to a new folder.
  --with-private-places   includes photos whose exact place visitors may not see, which are otherwise left
                          out; don't give such a folder to anyone
  --with-texts            adds copies of all JPEGs with this text embedded, for Lightroom, which doesn't read
                          separate text files for JPEGs`;

async function run(args: string[]): Promise<string[]> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { 'with-private-places': flag, 'with-texts': flag };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new TerminalError(USAGE);
  // npm leaves the folder that it was called from.
  const place = path.resolve(process.env.INIT_CWD ?? '', folder);
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new TerminalError(`${place} is not empty. Name a new folder.`);
  const db = openProduct(process.env);
  const environment = readEnvironment(process.env);
  const storage = openStorage(environment.storage, dataFolder(rootOf(environment)));
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const { items, leftOut } = await exportLibrary({ db, storage }, folderSink(place), {
    privatePlaces: values['with-private-places'],
    writtenCopies: values['with-texts'],
    onProgress: showProgress,
  });
  return [
    ...leftOut.map(leftOutSentence),
    `Photos and videos in ${place}: ${items}, left out: ${leftOut.length}.`,
  ];
}

await runProgram(run);
