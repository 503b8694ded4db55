import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { settings, visitSources, visits } from '@veldlicht/database/schema';
import { beforeEach, expect, it } from 'vitest';
import { START, useTestApp } from '#testing/test-app.ts';
import { caddyLine } from '#testing/visit-lines.ts';
import { foldVisits } from './fold-visits.ts';

const t = useTestApp();
let folder: string;
let log: string;
beforeEach(() => {
  folder = t.deps.environment.visitsDir;
  log = path.join(folder, 'access.log');
  mkdirSync(folder);
});

let moment = START - 60_000;
const line = (change: Parameters<typeof caddyLine>[1] = {}) => {
  moment += 7;
  return caddyLine(moment, change);
};
const lines = (count: number, path = '/') =>
  Array.from({ length: count }, () => line({ path })).join('');
const fold = (pieceBytes?: number) =>
  foldVisits({
    db: t.db,
    folder,
    ownHost: 'veld.example.nl',
    now: t.deps.now,
    ...(pieceBytes !== undefined && { pieceBytes }),
  });
const total = () => t.rows(visits).reduce((sum, { views }) => sum + views, 0);

it('counts by day and page, and by day and source, each line once', async () => {
  const search = { referrer: 'https://www.google.nl/' };
  appendFileSync(
    log,
    line() + line(search) + line({ path: '/over', ...search }) + line({ status: 404 }),
  );
  appendFileSync(log, caddyLine(Date.UTC(2026, 4, 29, 22, 30)));
  await fold();
  await fold();
  const inOrder = (rows: object[]) => rows.map((row) => Object.values(row).join(' ')).toSorted();
  expect(inOrder(t.rows(visits))).toEqual([
    '2026-05-30 / 1',
    '2026-05-31 / 2',
    '2026-05-31 /over 1',
  ]);
  expect(inOrder(t.rows(visitSources))).toEqual([
    '2026-05-30  1',
    '2026-05-31  1',
    '2026-05-31 google.nl 2',
  ]);
  appendFileSync(log, line());
  await fold();
  expect(total()).toBe(5);
});

it('stores counts and position together, or neither', async () => {
  appendFileSync(log, lines(3));
  const end = t.failOn('INSERT ON visit_files');
  await expect(fold()).rejects.toThrow();
  expect(total()).toBe(0);
  end();
  await fold();
  expect(total()).toBe(3);
});

it('waits for the rest of a line being written, also of the first', async () => {
  for (const counted of [1, 2]) {
    const whole = line();
    for (const [from, to] of [
      [0, 20],
      [20, 90],
      [90, 1000],
    ]) {
      expect(total()).toBe(counted - 1);
      appendFileSync(log, whole.slice(from, to));
      await fold();
    }
    expect(total()).toBe(counted);
  }
});

it('finishes a rotated file, deletes it, and starts the new one', async () => {
  writeFileSync(log, lines(3));
  await fold();
  appendFileSync(log, lines(2));
  renameSync(log, path.join(folder, 'access-2026-05-31T12-00-00.000.log'));
  writeFileSync(log, lines(4));
  await fold();
  expect(total()).toBe(9);
  expect(readdirSync(folder)).toEqual(['access.log']);
});

it('starts over with a truncated file, and with one that replaced another', async () => {
  writeFileSync(log, lines(5));
  await fold();
  truncateSync(log, 0);
  await fold();
  appendFileSync(log, lines(2));
  await fold();
  expect(total()).toBe(7);
  rmSync(log);
  writeFileSync(log, lines(40));
  await fold();
  expect(total()).toBe(47);
});

it('counts what follows a truncated line, and skips other text and records of a wrong clock', async () => {
  writeFileSync(
    log,
    `${line().slice(0, 100)}${line()}{}\nniets\n[1]\n${line()}\u0000\u0000\n${line()}`,
  );
  appendFileSync(log, caddyLine(START + 3 * 86_400_000) + caddyLine(-1));
  await fold();
  expect(total()).toBe(3);
});

it('reads no record from inside a user agent', async () => {
  const planted = '{"level":"info","ts":1780228700,"page":"/over","source":"evil.example"}';
  appendFileSync(log, line({ userAgent: `Mozilla/5.0 Firefox/140.0 ${planted}` }));
  appendFileSync(log, line({ userAgent: `Mozilla/5.0 Firefox/140.0 \n${planted}\n` }));
  await fold();
  expect(t.rows(visits)).toMatchObject([{ page: '/', views: 2 }]);
});

it('reads pieces that end within lines, and skips a line longer than a piece', async () => {
  writeFileSync(
    log,
    lines(20) + line({ referrer: `https://a.example.nl/${'x'.repeat(2000)}` }) + lines(20),
  );
  await fold(700);
  expect(total()).toBe(40);
});

it('counts at most 300 sources a day', async () => {
  const from = (n: number) => line({ referrer: `https://site-${n}.example.nl/` });
  writeFileSync(log, Array.from({ length: 400 }, (_, n) => from(n)).join(''));
  await fold(9000);
  expect(t.rows(visitSources)).toHaveLength(300);
  expect(total()).toBe(400);
});

it('reads nothing while counting is off, and never counts records of that time', async () => {
  t.db.update(settings).set({ visitsSince: null }).run();
  writeFileSync(path.join(folder, 'access-old.log'), lines(3));
  writeFileSync(log, lines(3));
  await fold();
  expect(readdirSync(folder)).toEqual(['access.log']);
  moment += 1000;
  t.db.update(settings).set({ visitsSince: moment }).run();
  appendFileSync(log, lines(2));
  await fold();
  expect(total()).toBe(2);
});

it('forgets a day after thirteen months', async () => {
  const views = 1;
  for (const day of ['2025-04-30', '2025-05-01'])
    t.db.insert(visits).values({ day, page: '/', views }).run();
  await fold();
  expect(t.rows(visits).map(({ day }) => day)).toEqual(['2025-05-01']);
});
