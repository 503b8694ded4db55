/** Versions of code: what was made by another one is made again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const contract = path.dirname(fileURLToPath(import.meta.resolve('@veldlicht/contract/guard')));

/** Code and data that the rules are made of; which file a rule stands in is nobody's business here. */
const isRule = (name: string) =>
  /\.(?:ts|csv|tsv|txt)$/.test(name) && !/\.test\.ts$|^testing/.test(name);

/** The same for the same code and data, whatever place the folders are in. Some ten milliseconds. */
export function versionOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isRule);
    for (const name of names.sort())
      hash.update(`${name}\n`).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** The version of the rules for what visitors may know of items, stories and their texts. */
export const rulesVersion = () => versionOf([contract, import.meta.dirname]);
