/** Nothing is lost and nothing counted twice when the program is killed at any moment (decision 081). */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dataFolder } from '@veldlicht/database/data-folder';
import { visitSources, visits } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addRelease } from '#testing/test-release.ts';
import { BROWSER, caddyLine } from '#testing/visit-lines.ts';
import { foldVisits } from './fold-visits.ts';

const ROUNDS = 6;
const program = path.join(import.meta.dirname, '../testing/counting-program.ts');

let t: TestDatabase;
let folder: string;
beforeEach(async () => {
  t = await createTestDatabase();
  folder = path.join(t.folder, 'visits');
  mkdirSync(folder);
});
afterEach(() => t.remove());

/** The program, once it is at work, and what it says then. */
async function start(what: 'serve' | 'fold'): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(program, [what, t.folder], { env: { ...process.env, NODE_OPTIONS: '' } });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('it ended by itself')));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  return { child, port: message.port };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const foldAll = () => foldVisits({ db: t.db, folder, ownHost: 'localhost', now: Date.now });
const sum = (rows: { views: number }[]) => rows.reduce((total, { views }) => total + views, 0);
const total = () => [visits, visitSources].map((table) => sum(t.db.select().from(table).all()));

it('counts each record of Caddy once, killed while it counts and files change', async () => {
  const log = path.join(folder, 'access.log');
  let written = 0;
  const cut: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = Date.now() - 60_000 + round;
    const half = caddyLine(at, { path: '/over' });
    for (let i = 0; i < 1500; i += 1)
      appendFileSync(log, caddyLine(at, { path: `/foto/a-${i % 50}` }));
    appendFileSync(log, half.slice(0, 90));
    const { child } = await start('fold');
    await setTimeout(Math.random() * 40);
    appendFileSync(log, half.slice(90));
    if (round % 3 === 1) renameSync(log, path.join(folder, `access-${round}.log`));
    await setTimeout(Math.random() * 20);
    await kill(child);
    written += 1501;
    cut.push(total()[0] ?? 0);
  }
  expect(cut.some((counted, round) => counted > 0 && counted < (round + 1) * 1501)).toBe(true);
  await foldAll();
  expect(total()).toEqual([written, written]);
});

it('has every view counted that the embedded server answered, killed while it serves and counts', async () => {
  addRelease(dataFolder(t.folder), 'r1');
  let answered = 0;
  let unanswered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, port } = await start('serve');
    let isOver: Promise<void> | undefined;
    for (;;) {
      const url = `http://127.0.0.1:${port}/foto/ree-1234`;
      const answer = await fetch(url, { headers: { 'user-agent': BROWSER } }).catch(() => null);
      if (answer?.status !== 200) break;
      answered += 1;
      // From the first answer on, however busy the machine is.
      isOver ??= setTimeout(Math.random() * 150).then(() => kill(child));
    }
    unanswered += 1;
    await (isOver ?? kill(child));
  }
  await foldAll();
  const [counted = 0] = total();
  expect(answered).toBeGreaterThanOrEqual(ROUNDS);
  // A view is written down before its answer, so that the last one of each round may count without one.
  expect(counted).toBeGreaterThanOrEqual(answered);
  expect(counted).toBeLessThanOrEqual(answered + unanswered);
});
