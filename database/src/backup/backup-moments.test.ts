import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBackupDue, lastNight, listBackups, momentsToKeep, stampOf } from './backup-moments.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (iso: string) => Date.parse(iso);

describe('a backup is due', () => {
  it.each([
    ['in winter', '2026-01-10T12:00:00Z', '2026-01-10T02:00:00Z'],
    ['in summer', '2026-07-10T12:00:00Z', '2026-07-10T01:00:00Z'],
    ['before three', '2026-07-10T00:59:59Z', '2026-07-09T01:00:00Z'],
    ['in the night the clock goes on', '2026-03-29T05:00:00Z', '2026-03-29T01:00:00Z'],
    ['in the night the clock goes back', '2026-10-25T05:00:00Z', '2026-10-25T02:00:00Z'],
  ])('at three in Amsterdam %s', (_, now, night) => {
    expect(new Date(lastNight(at(now))).toISOString()).toBe(new Date(night).toISOString());
  });

  const now = at('2026-07-10T12:00:00Z');
  it.each([
    ['never made', null, null, true],
    ['made this night', lastNight(now), null, false],
    ['made yesterday: the server was off at three', lastNight(now) - 1, null, true],
    ['tried half an hour ago', null, now - HOUR / 2, false],
    ['tried an hour ago', null, now - HOUR, true],
    ['made and tried in a future that a wrong clock thought of', now + DAY, now + DAY, true],
  ])('or not, when it was %s', (_, successAt, failureAt, due) => {
    const success =
      successAt === null ? null : { at: successAt, name: '', missing: 0, inBucket: 0 };
    const failure = failureAt === null ? null : { at: failureAt, problem: 'failed' as const };
    expect(isBackupDue({ success, failure }, now)).toBe(due);
  });
});

it('has its time in its name, and is found by its name', () => {
  const moment = at('2026-11-21T02:00:03.500Z');
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-names-'));
  const name = `veldlicht-${stampOf(moment)}`;
  const others = ['.tmp-veldlicht-20261121T020003Z', 'veldlicht.db', 'veldlicht-20261399T020003Z'];
  for (const each of [name, ...others]) mkdirSync(path.join(folder, each));
  expect(name).toBe('veldlicht-20261121T020003Z');
  const found = { name, place: path.join(folder, name), isFuture: false };
  expect(listBackups(folder, moment)).toEqual([{ ...found, at: at('2026-11-21T02:00:03Z') }]);
  rmSync(folder, { recursive: true });
});

describe('what stays', () => {
  const start = at('2026-01-01T02:00:00Z');
  const moments = fc.uniqueArray(
    fc.integer({ min: 0, max: 400 * 24 }).map((hours) => start + hours * HOUR),
    { maxLength: 80 },
  );

  it('is some of what is there, with the newest, and the same when asked again', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const now = Math.max(start, ...all);
        const kept = momentsToKeep(all, now);
        expect(all).toEqual(expect.arrayContaining([...kept]));
        if (all.length > 0) expect(kept).toContain(Math.max(...all));
        expect(momentsToKeep([...kept], now)).toEqual(kept);
        const older = [...kept].filter((moment) => moment <= now - DAY);
        expect(older.length).toBeLessThanOrEqual(11);
      }),
    );
  });

  it('is the same set whether the old went night by night or all at once', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const sorted = all.toSorted((a, b) => a - b);
        let stepwise: number[] = [];
        for (const moment of sorted) stepwise = [...momentsToKeep([...stepwise, moment], moment)];
        const now = sorted.at(-1) ?? start;
        expect(new Set(stepwise)).toEqual(momentsToKeep(sorted, now));
      }),
    );
  });

  it('reaches back three weeks or more with one backup each night, in at most eleven', () => {
    let kept: number[] = [];
    for (let night = 0; night < 120; night++) {
      const now = start + night * DAY;
      kept = [...momentsToKeep([...kept, now], now)];
      expect(kept.length).toBeLessThanOrEqual(11);
      for (let back = 0; back < Math.min(7, night + 1); back++)
        expect(kept).toContain(now - back * DAY);
      if (night >= 28) expect(Math.min(...kept)).toBeLessThanOrEqual(now - 21 * DAY);
    }
  });

  it('keeps all backups of a server that was off for a year', () => {
    const all = [start, start + DAY, start + 2 * DAY];
    expect(momentsToKeep(all, start + 365 * DAY)).toEqual(new Set(all));
  });
});
