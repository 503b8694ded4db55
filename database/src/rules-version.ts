/** Versions of code, by content: what another version derived is derived again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const contract = path.dirname(fileURLToPath(import.meta.resolve('@veldlicht/contract/guard')));

/** All code and data of a folder, so that moving a rule to another file can't be missed. */
const isRule = (name: string) =>
  /\.(?:ts|csv|tsv|txt)$/.test(name) && !/\.test\.ts$|^testing/.test(name);

/** Hash over code and data, independent of where the folders are. Takes some ten milliseconds. */
export function versionOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isRule);
    for (const name of names.sort())
      hash.update(`${name}\n`).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Version of the rules for public content. */
export const rulesVersion = () => versionOf([contract, import.meta.dirname]);
