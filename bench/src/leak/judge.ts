/** Whether what an attacker claims is true, and closer than visitors may come. */
import { areaOf } from '@veldlicht/database/area';
import type { Claim } from './attacker.ts';
import { monthOf, type Place, type Span, sizeOf } from './evidence.ts';
import type { Level, Secret } from './world.ts';

const DAY = 86_400_000;
/** Square kilometres that may be known; of what is hidden none. */
const ALLOWED: Record<Level, number> = { block: 25, region: 400, hidden: Number.POSITIVE_INFINITY };

function distanceKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const across = Math.cos((a.lat * Math.PI) / 180);
  return 111.2 * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * across);
}

function isThere(place: Place, { position, location }: Secret): boolean {
  if (place.kind === 'words') return place.words.includes(location);
  if (place.kind === 'point')
    return distanceKm(place, position) <= Math.max(0.1, 1.3 * Math.sqrt(place.km2));
  const { grid } = areaOf(position, place.side === 5 ? 'block' : 'region');
  return grid?.east === place.east && grid.north === place.north;
}

const isThen = ({ from, until }: Span, { takenAt }: Secret) => from <= takenAt && takenAt < until;

/** The smallest that is proven of one item. */
export interface Proof {
  item: string;
  level: Level;
  /** Null when no area is proven. */
  km2: number | null;
  days: number | null;
  /** By what it comes closer than it may; none when it doesn't. */
  means: string[];
}

function proofOf(item: string, secret: Secret, level: Level, claims: readonly Claim[]): Proof {
  const month = new Date(secret.takenAt);
  const allowed = monthOf(month.getUTCFullYear(), month.getUTCMonth() + 1);
  const places = claims.filter(({ place }) => place && isThere(place, secret));
  const spans = claims.filter(({ taken }) => taken && isThen(taken, secret));
  const from = Math.max(...spans.map(({ taken }) => taken?.from ?? 0));
  const until = Math.min(...spans.map(({ taken }) => taken?.until ?? 0));
  const sizes = places.map(({ place }) => (place ? sizeOf(place) : 0));
  const isCloser = ({ taken }: Claim) =>
    taken && (taken.from > allowed.from || taken.until < allowed.until);
  const means = [
    ...places.filter(({ place }) => place && sizeOf(place) < ALLOWED[level]),
    // In the month that may be known.
    ...(until - from < allowed.until - allowed.from ? spans.filter(isCloser) : []),
  ].map(({ means }) => means);
  return {
    ...{ item, level, means: [...new Set(means)] },
    km2: sizes.length > 0 ? Math.min(...sizes) : null,
    days: spans.length > 0 ? (until - from) / DAY : null,
  };
}

/** What is proven of each guarded item. */
export function judge(claims: readonly Claim[], secrets: ReadonlyMap<string, Secret>): Proof[] {
  const byItem = Map.groupBy(claims, ({ item }) => item);
  return [...secrets].flatMap(([item, secret]) =>
    secret.level ? [proofOf(item, secret, secret.level, byItem.get(item) ?? [])] : [],
  );
}

export const closer = (proofs: readonly Proof[]) => proofs.filter(({ means }) => means.length > 0);

const least = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

/** Of each level, the smallest area and span that is proven of any item. */
export function summary(proofs: readonly Proof[]) {
  return Object.fromEntries(
    [...Map.groupBy(proofs, ({ level }) => level)].map(([level, some]) => [
      level,
      {
        items: some.length,
        smallestKm2: least(some.map(({ km2 }) => km2)),
        smallestDays: least(some.map(({ days }) => days)),
        closer: closer(some).length,
      },
    ]),
  );
}
