/** Names of reserves, waters, heaths, woods and regions, and the blocks they cover (README.md). */
import { readFileSync } from 'node:fs';
import { BLOCK_KM, type GridArea } from '@veldlicht/contract/grid-area';
import { foldForSearch } from '@veldlicht/contract/name';

/** Whole blocks of the Dutch grid, in kilometres. */
interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

interface NamedArea {
  name: string;
  /** Blocks that lie wholly in it; most areas have none. */
  covers: readonly Box[];
}

let names: ReadonlyMap<string, [folded: string, area: NamedArea][]> | undefined;

const fold = (text: string) =>
  ` ${foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** "175-195/455-485" */
function boxOf(text: string): Box {
  const [west = 0, east = 0, south = 0, north = 0] = text.split(/[-/]/).map(Number);
  return { west, east, south, north };
}

/** Names by first word. */
function readNames(): ReadonlyMap<string, [string, NamedArea][]> {
  if (names) return names;
  const text = readFileSync(new URL('protected-areas.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  const all = lines.map((line): [string, NamedArea] => {
    const [name = '', , , , covers] = line.split('\t');
    return [fold(name), { name, covers: covers ? covers.split(' ').map(boxOf) : [] }];
  });
  names = Map.groupBy(all, ([folded]) => folded.trim().split(' ')[0] ?? '');
  return names;
}

/** Named areas in a text, ignoring case; of nested names the longest. */
export function namedAreasIn(text: string): NamedArea[] {
  const folded = fold(text);
  const found = [...new Set(folded.trim().split(' '))]
    .flatMap((word) => readNames().get(word) ?? [])
    .filter(([name]) => folded.includes(name))
    .sort(([a], [b]) => b.length - a.length);
  return found
    .filter(([name], i) => !found.slice(0, i).some(([longer]) => longer.includes(name)))
    .map(([, area]) => area);
}

/** Whether an area of the map lies wholly in a named one, whose name then reveals nothing more. */
export function isWithin({ east, north, side }: GridArea, { covers }: NamedArea): boolean {
  const isCovered = (x: number, y: number) =>
    covers.some((box) => box.west <= x && x < box.east && box.south <= y && y < box.north);
  for (let x = east; x < east + side; x += BLOCK_KM)
    for (let y = north; y < north + side; y += BLOCK_KM) if (!isCovered(x, y)) return false;
  return true;
}
