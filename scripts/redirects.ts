/**
 * `npm run redirects -- <file.csv>`: replaces the redirects from an earlier site.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { sentenceOf } from '@veldlicht/contract/reason';
import { explain, TerminalError } from '@veldlicht/contract/terminal-error';
import { dataFolder } from '@veldlicht/database/data-folder';
import { requireCurrentDatabase } from '@veldlicht/database/migrate';
import { openDatabase } from '@veldlicht/database/open';
import { readRedirects, replaceRedirects } from '@veldlicht/database/redirects';

function run([file]: string[]): string {
  if (file === undefined)
    throw new TerminalError(
      'npm run redirects -- FILE.csv   two columns: an old address, and the path that it leads to',
    );
  // npm changes the working folder; INIT_CWD is the caller's.
  const place = path.resolve(process.env.INIT_CWD ?? '', file);
  if (!existsSync(place)) throw new TerminalError(`There is no file ${place}.`);
  const { redirects, faults } = readRedirects(readFileSync(place, 'utf8'), file);
  if (faults.length > 0)
    throw new TerminalError([...faults.map(sentenceOf), 'Nothing was changed.'].join('\n'));
  const { database, root } = dataFolder(readEnvironment(process.env).dataDir);
  if (!existsSync(database))
    throw new TerminalError(`There is no database in ${root} yet. Run npm start once first.`);
  const db = openDatabase(database);
  try {
    requireCurrentDatabase(db.$client);
    replaceRedirects(db, redirects);
  } finally {
    db.$client.close();
  }
  return `Old addresses that lead on: ${redirects.length}.`;
}

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
