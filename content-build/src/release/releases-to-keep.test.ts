import { describe, expect, it } from 'vitest';
import { type GoodRelease, KEPT_AT_LEAST, releasesToKeep } from './releases-to-keep.ts';

const DAY = 24 * 3_600_000;
const MB = 2 ** 20;
/** A moment by the clock of Amsterdam, which is behind UTC by none and ahead by `hours`. */
const at = (day: string, clock: string, hours: 1 | 2) =>
  Date.parse(`${day}T${clock}:00Z`) - hours * 3_600_000;
const release = (createdAt: number, change: Partial<GoodRelease> = {}): GoodRelease => ({
  id: new Date(createdAt).toISOString(),
  ...{ createdAt, bytes: 1000, state: 'kept', auditId: 1 },
  ...change,
});
/** The moments that stay, of releases at these. */
function stay(releases: GoodRelease[], now: number): number[] {
  const good = releases.toSorted((a, b) => b.createdAt - a.createdAt);
  const kept = releasesToKeep(good, now);
  return good.filter(({ id }) => kept.has(id)).map(({ createdAt }) => createdAt);
}
const every = (count: number, from: number, step: number) =>
  Array.from({ length: count }, (_, i) => from + i * step);

const NOON = at('2026-06-10', '12:00', 2);

it('keeps all of a busy day, and the last of the day before', () => {
  const yesterday = every(9, NOON - DAY, 60_000);
  const today = every(60, NOON - 3 * 3_600_000, 60_000);
  const kept = stay(
    [...yesterday, ...today].map((moment) => release(moment)),
    NOON,
  );
  expect(kept).toEqual([...today.toReversed(), yesterday.at(-1)]);
});

it('keeps one a day for a month, and none before', () => {
  const moments = every(60 * 3, NOON - 60 * DAY, DAY / 3);
  const kept = stay(
    moments.map((moment) => release(moment)),
    NOON,
  );
  const daysAgo = kept.map((moment) => Math.floor((NOON - moment) / DAY + 0.5));
  // The five newest stay for their own sake.
  const older = daysAgo.slice(KEPT_AT_LEAST);
  expect(new Set(older).size).toBe(older.length);
  expect([...new Set(daysAgo)]).toEqual(every(32, 0, 1));
});

it('keeps the five newest of a site that is seldom changed', () => {
  const moments = every(8, NOON - 800 * DAY, 100 * DAY);
  expect(
    stay(
      moments.map((moment) => release(moment)),
      NOON,
    ),
  ).toEqual(moments.slice(-KEPT_AT_LEAST).toReversed());
});

describe('across summer time', () => {
  it.each([
    // The last hour of the day that has 25, and of the day that has 23.
    ['2026-10-25', at('2026-10-25', '00:10', 2), at('2026-10-25', '23:50', 1)],
    ['2026-03-29', at('2026-03-29', '00:10', 1), at('2026-03-29', '23:50', 2)],
  ])('%s is one day of the owner', (_day, first, last) => {
    const before = first - 20 * 60_000;
    const later = every(KEPT_AT_LEAST, last + 20 * 60_000, 60_000);
    const kept = stay(
      [before, first, last, ...later].map((moment) => release(moment)),
      later[0] ?? 0,
    );
    expect(kept).toEqual([...later.toReversed(), last, before]);
    // While it is still that day, all of it stays.
    expect(
      stay(
        [before, first, last].map((moment) => release(moment)),
        last,
      ),
    ).toContain(first);
  });
});

describe('bounds', () => {
  it('lets go of the many of today before days, when all pages are made each time', () => {
    const days = every(10, NOON - 10 * DAY, DAY);
    const today = every(60, NOON, 60_000);
    const heavy = [...days, ...today].map((moment) => release(moment, { bytes: 50 * MB }));
    const kept = stay(heavy, NOON + DAY / 4);
    expect(kept.slice(-10)).toEqual(days.toReversed());
    expect(kept.length).toBeLessThan(25);
    expect(kept.slice(0, KEPT_AT_LEAST)).toEqual(today.slice(-KEPT_AT_LEAST).toReversed());
  });
  it('counts what releases wrote that are gone', () => {
    const [old = 0] = every(1, NOON - 20 * DAY, 1);
    const gone = every(3, NOON - 19 * DAY, DAY).map((moment) =>
      release(moment, { bytes: 900 * MB, state: 'gone' }),
    );
    const newest = every(KEPT_AT_LEAST, NOON, 1).map((moment) => release(moment));
    expect(stay([release(old), ...gone, ...newest], NOON)).toContain(old);
    const more = release(NOON - 10 * DAY, { bytes: 900 * MB });
    // Between the two older ones, and between those and the newest: twice all pages.
    expect(
      stay(
        [release(old), ...gone, more, release(NOON - DAY, { bytes: 900 * MB }), ...newest],
        NOON,
      ),
    ).not.toContain(old);
  });
  it('keeps no more than 150', () => {
    const moments = every(400, NOON, 1000);
    expect(
      stay(
        moments.map((moment) => release(moment)),
        NOON,
      ),
    ).toEqual(moments.slice(-150).toReversed());
  });
});

it('keeps what visitors see and what ends a hold, however old and however many came after', () => {
  const old = release(NOON - 300 * DAY, { state: 'live' });
  const published = release(NOON - 200 * DAY);
  const steps = every(200, NOON - DAY, 1000).map((moment) => release(moment, { auditId: null }));
  const kept = stay([old, published, ...steps], NOON);
  expect(kept).toContain(old.createdAt);
  expect(kept).toContain(published.createdAt);
});
