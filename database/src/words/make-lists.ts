/**
 * Makes dutch-words.txt, english-words.txt and names.txt from the word lists of Debian (README.md):
 * `node database/src/words/make-lists.ts /usr/share/dict`, with wdutch, wamerican-small and wbritish-small installed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldForSearch } from '@veldlicht/contract/name';
import { isLowCountriesSettlement } from '../settlement.ts';
import { isDayNumber, isDayWord, isLargeNumber, isPlaceWord } from './markers.ts';
import { isCompound, isIn } from './word-list.ts';

const [folder = '/usr/share/dict'] = process.argv.slice(2);
/** Longer words are bureaucratic. */
const LONGEST = 17;

const read = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n');
const folded = (words: string[], shape: RegExp) =>
  new Set(words.filter((word) => shape.test(word)).map(foldForSearch));
const write = (name: string, words: Iterable<string>) => {
  const text = [...new Set(words)].sort().join('\n');
  writeFileSync(new URL(`${name}.txt`, import.meta.url), `${text}\n`);
};

const isMarked = (word: string) =>
  isPlaceWord(word) || isDayWord(word) || isLargeNumber(word) || isDayNumber(word);

const all = read('dutch');
const small = folded(all, /^\p{Ll}+$/u);
/** "texelaars": derived from a place name. */
const isOfPlace = (word: string) =>
  ['se', 's', 'er', 'ers', 'aar', 'aars', 'enaar', 'enaars', 'ertje', 'ertjes'].some((ending) => {
    const name = word.slice(0, -ending.length);
    return word.endsWith(ending) && !small.has(name) && isLowCountriesSettlement(name);
  });

const dutch = [...small].filter((word) => word.length <= LONGEST && !isMarked(word));
const kept = dutch.filter((word) => !isIn('common-words', word) && !isOfPlace(word));
write(
  'dutch-words',
  kept.filter((word) => !isCompound(word)),
);

const english = [...read('american-english-small'), ...read('british-english-small')];
write(
  'english-words',
  [...folded(english, /^\p{Ll}+$/u)].filter((word) => !isMarked(word)),
);

const capitals = [...folded(all, /^\p{Lu}\p{Ll}+$/u)].filter((word) => !small.has(word));
write(
  'names',
  capitals.filter((word) => isCompound(word) && !isMarked(word)),
);
