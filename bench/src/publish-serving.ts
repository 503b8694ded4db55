/** Requests a second of the Caddyfile that we ship beside a bare file server, by wrk, in one run. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { dataFolder } from '@veldlicht/database/data-folder';
import { serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { serveBare } from './caddy.ts';
import { cpuMs, median } from './programs.ts';

const run = promisify(execFile);
const ROUNDS = 9;
const SECONDS = 3;

/** By the clock, and by the server's processor time: that a busy machine changes little. */
interface Rate {
  aSecond: number;
  aCpuSecond: number;
}

async function ask({ origin, pid }: WebServer, page: string): Promise<Rate> {
  const before = cpuMs(pid);
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${SECONDS}s`, origin + page]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${page}\n${stdout}`);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return {
    aSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    aCpuSecond: (1000 * requests) / (cpuMs(pid) - before),
  };
}

function compare(ours: Rate[], bare: Rate[]) {
  const middle = (rates: Rate[], kind: keyof Rate) => median(rates.map((rate) => rate[kind]));
  // Of each round by itself: the speed of a shared machine changes from one to the next.
  const middleRatio = (kind: keyof Rate) =>
    median(ours.map((rate, round) => rate[kind] / (bare[round]?.[kind] ?? Number.NaN)));
  return {
    ours: middle(ours, 'aSecond'),
    bare: middle(bare, 'aSecond'),
    ratio: middleRatio('aSecond'),
    ratioByCpu: middleRatio('aCpuSecond'),
  };
}

/** Null without wrk (apt-get install wrk). Rounds take turns, so that a busy moment hits both. */
export async function compareServing(dataDir: string, port: number, slug: string, scratch: string) {
  if ((await run('wrk', ['-v']).catch((error) => error.code !== 'ENOENT')) === false) return null;
  const release = path.join(dataFolder(dataDir).releases, 'current');
  const ours = await serveSite(dataDir, port, 9);
  const bare = await serveBare(release, scratch);
  const pages = {
    home: { ours: '/', bare: '/' },
    item: { ours: `/foto/${slug}`, bare: `/foto/${slug.slice(-2)}/${slug}.html` },
  };
  const measure = async (page: { ours: string; bare: string }) => {
    const rates = { ours: [] as Rate[], bare: [] as Rate[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await ask(ours, page.ours));
      rates.bare.push(await ask(bare, page.bare));
    }
    return compare(rates.ours, rates.bare);
  };
  try {
    const home = { ...(await measure(pages.home)), goal: 0.95 };
    const item = { ...(await measure(pages.item)), goal: 0.85 };
    return { home, item };
  } finally {
    await ours.stop();
    await bare.stop();
  }
}
