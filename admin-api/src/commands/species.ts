/** `npm run species -- FILE`: adds and corrects species from a Darwin Core taxon file, in one transaction. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { species } from '@veldlicht/database/schema';
import { readTaxa } from '@veldlicht/database/species/read-taxa';
import { siteBuilder } from '#audit/audit.repository.ts';
import { inTransaction } from '#http/write.ts';
import { oneLine } from '#mail/outbox.ts';
import { putSpecies } from '#species/species.service.ts';
import { openProduct, tell } from './command-line.ts';

function run([file]: string[]): string[] {
  if (file === undefined)
    throw new TerminalError(
      'npm run species -- FILE   a Darwin Core taxon file (.txt, .csv or .tsv) with a column scientificName',
    );
  // npm changes the working directory; INIT_CWD is the caller's.
  const place = path.resolve(process.env.INIT_CWD ?? '', file);
  if (!existsSync(place)) throw new TerminalError(`There is no file ${place}.`);
  const db = openProduct(process.env);
  try {
    const read = inTransaction(db, (tx) => {
      const { species: inputs, left } = readTaxa(
        readFileSync(place),
        tx.select().from(species).all(),
      );
      return { left, ...putSpecies(tx, inputs, { actor: siteBuilder, now: Date.now() }) };
    });
    const left = read.left.map(oneLine);
    return [...left, `Species added: ${read.added}, changed: ${read.changed}.`];
  } finally {
    db.$client.close();
  }
}

try {
  console.log(run(process.argv.slice(2)).join('\n'));
} catch (error) {
  console.error(tell(error));
  process.exitCode = 1;
}
