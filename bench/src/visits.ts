/**
 * `npm run bench -- visits`: 100,000 requests of a real variety, as Caddy writes them down, counted by the program as
 * it runs.
 */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Visits } from '@veldlicht/contract/visits';
import { pause, withLive } from './live-product.ts';
import { median, processorMs } from './programs.ts';

const REQUESTS = 100_000;
const ROUNDS = 5;
const PAGES = 5000;

const browsers = Array.from({ length: 300 }, (_, i) => {
  const version = 100 + (i % 60);
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'X11; Linux x86_64',
    'Macintosh; Intel Mac OS X 10_15_7',
  ];
  return `Mozilla/5.0 (${systems[i % 3]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.${i}.0 Safari/537.36`;
});
const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'curl/8.14.1',
];
const referrers = [
  '',
  '',
  'https://www.google.nl/',
  'https://natuurforum.nl/draad/7',
  'https://l.instagram.com/',
];

/** Every tenth request is of a robot, every twentieth a page that is not there. */
function line(i: number, at: number): string {
  const userAgent = i % 10 === 0 ? robots[i % 3] : browsers[(i * 7) % browsers.length];
  const page = i % 4 === 0 ? '/' : `/foto/ree-${(i * 31) % PAGES}-1234`;
  const user_id = ['GET', page, '', '', '', '', referrers[i % referrers.length], userAgent].join(
    '|',
  );
  const status = i % 20 === 1 ? 404 : 200;
  const facts = { logger: 'http.log.access.log0', msg: 'handled request', user_id, status };
  return `${JSON.stringify({ level: 'info', ts: (at + i / 10) / 1000, ...facts })}\n`;
}
const expected = Array.from({ length: REQUESTS }, (_, i) => i).filter(
  (i) => i % 10 !== 0 && i % 20 !== 1,
).length;

const totalOf = ({ days }: Visits) => days.reduce((sum, { views }) => sum + views, 0);

/** Milliseconds of one round, and the longest that another call waited meanwhile. */
async function measureFold(scratch: string) {
  return withLive(
    scratch,
    { worker: false, caddy: false },
    async ({ origin, client, apiPid }, dataDir) => {
      const folder = path.join(dataDir, 'visits');
      mkdirSync(folder, { recursive: true });
      const read = () => client.call<Visits>('GET', '/api/admin/visits');
      const rounds: { ms: number; workMs: number; longestWaitMs: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const at = Date.now() - 3_600_000 + round;
        const file = path.join(folder, `access-${round}`);
        writeFileSync(file, Array.from({ length: REQUESTS }, (_, i) => line(i, at)).join(''));
        const before = totalOf(await read());
        renameSync(file, `${file}.log`);
        let isOver = false;
        const waits: number[] = [];
        const asking = (async () => {
          while (!isOver) {
            const started = performance.now();
            await (await fetch(`${origin}/api/settings`)).text();
            waits.push(performance.now() - started);
            await pause(20);
          }
        })();
        const [started, work] = [performance.now(), processorMs(apiPid)];
        const counted = totalOf(await read()) - before;
        const ms = performance.now() - started;
        isOver = true;
        await asking;
        if (counted !== expected) throw new Error(`${counted} counted instead of ${expected}`);
        if (readdirSync(folder).some((name) => name.startsWith('access')))
          throw new Error('a file is left');
        rounds.push({ ms, workMs: processorMs(apiPid) - work, longestWaitMs: Math.max(...waits) });
      }
      return rounds;
    },
  );
}

export async function benchVisits(folder: string): Promise<Record<string, unknown>> {
  const rounds = await measureFold(folder);
  return {
    requests: REQUESTS,
    views: expected,
    rounds,
    ms: median(rounds.map(({ ms }) => ms)),
    worstMs: Math.max(...rounds.map(({ ms }) => ms)),
    longestWaitMs: Math.max(...rounds.map(({ longestWaitMs }) => longestWaitMs)),
    goalMs: 1000,
  };
}
