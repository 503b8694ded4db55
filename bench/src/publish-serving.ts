/** Requests a second of the Caddyfile that we ship beside a bare file server, by wrk, in one run. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { dataFolder } from '@veldlicht/database/data-folder';
import { serveBare, serveSite } from './caddy.ts';
import { median } from './programs.ts';

const run = promisify(execFile);
const ROUNDS = 5;
const SECONDS = 4;

async function requestsASecond(address: string): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${SECONDS}s`, address]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${address}\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Null without wrk (apt-get install wrk). Rounds take turns, so that a busy moment hits both. */
export async function compareServing(dataDir: string, port: number, slug: string, scratch: string) {
  if ((await run('wrk', ['-v']).catch((error) => error.code !== 'ENOENT')) === false) return null;
  const release = realpathSync(path.join(dataFolder(dataDir).releases, 'current'));
  const ours = await serveSite(dataDir, port, 9);
  const bare = await serveBare(release, scratch);
  const pages = {
    home: { ours: '/', bare: '/' },
    item: { ours: `/foto/${slug}`, bare: `/foto/${slug.slice(-2)}/${slug}.html` },
  };
  const measure = async (page: { ours: string; bare: string }) => {
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await requestsASecond(ours.origin + page.ours));
      rates.bare.push(await requestsASecond(bare.origin + page.bare));
    }
    const [mine, theirs] = [median(rates.ours), median(rates.bare)];
    return { ours: mine, bare: theirs, ratio: mine / theirs };
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
