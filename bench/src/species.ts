/**
 * `npm run bench -- species`: what species cost a site of ten thousand items, beside the same site without them: the
 * processor time of an edit, the bytes of the index, and what a keystroke in the search takes by either name.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { freePort } from '@veldlicht/scripts/caddy';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { measureIndex, measureTyping, open, summary } from './library.ts';
import { runLive, siteVariables } from './live-product.ts';
import { contentBuild, median, processorMs, runTimed } from './programs.ts';
import { timeEdits } from './publish-changes.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = Number(process.env.BENCH_ITEMS) || 10_000;
const ROUNDS = 3;
const EDITS = 7;
const WARMING = 2;

const say = (line: string) => console.error(`  ${line} …`);

interface Library {
  dataDir: string;
  port: number;
}

async function makeLibrary(dataDir: string, hasSpecies: boolean): Promise<Library> {
  const port = await freePort();
  await seedLibrary(dataDir, ITEMS, [], hasSpecies);
  await runTimed(contentBuild('publish'), siteVariables(dataDir, port));
  return { dataDir, port };
}

const indexOf = ({ dataDir }: Library) =>
  measureIndex(path.join(dataFolder(dataDir).releases, 'index'), ITEMS);

/** Of one edit after the other: how long until it is served, and what the worker works for it. */
async function measureEdits({ dataDir, port }: Library, round: number) {
  const live = await runLive(dataDir, { port, quietMs: 0 });
  const done = round * (WARMING + EDITS);
  await timeEdits(live, dataDir, WARMING, done);
  const before = processorMs(live.workerPid);
  const times = await timeEdits(live, dataDir, EDITS, done + WARMING);
  const workMs = (processorMs(live.workerPid) - before) / EDITS;
  await live.stop();
  return { ms: median(times), workMs };
}

/** Types names letter by letter; both of a species have to find the same. */
async function measureNames({ dataDir, port }: Library) {
  const live = await runLive(dataDir, { port, worker: false, caddy: false });
  const browser = await launchBrowser();
  try {
    const page = await open(browser, `${live.origin}/mediabibliotheek`);
    const list = await page.page.request.get(`${live.origin}/soorten`);
    const found = [...(await list.text()).matchAll(/href="\/soort\/[^"]*"[^>]*>([\s\S]*?)<\/a>/g)];
    const names = found
      .map(([, html = '']) => ({
        scientific: /<i[^>]*>([^<]*)<\/i>/.exec(html)?.[1]?.trim() ?? '',
        text: html.replaceAll(/<i[^>]*>[^<]*<\/i>|<[^>]*>/g, ' ').trim(),
      }))
      .map(({ scientific, text }) => ({ scientific, dutch: text.split(/\s{2,}/)[0] ?? '' }))
      .filter(({ scientific, dutch }) => scientific && dutch)
      .slice(0, 5);
    const typed = names.flatMap(({ dutch, scientific }) => [dutch, scientific]);
    const steps = typed.flatMap((name) => [...[...name].map((_, i) => name.slice(0, i + 1)), '']);
    const typing = await measureTyping(page, steps, 200);
    const toldOf = (name: string) => typing.told[steps.lastIndexOf(name)];
    return {
      ...summary(typing),
      goalWorstMs: 16,
      names: names.map((both) => ({
        ...both,
        dutchFinds: toldOf(both.dutch),
        scientificFinds: toldOf(both.scientific),
      })),
    };
  } finally {
    await browser.close();
    await live.stop();
  }
}

export async function benchSpecies(folder: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(path.join(folder, 'species-'));
  try {
    say(`${ITEMS} items without species`);
    const without = await makeLibrary(path.join(scratch, 'without'), false);
    say('and with');
    const having = await makeLibrary(path.join(scratch, 'with'), true);
    const [plain, own] = [indexOf(without), indexOf(having)];
    const index = {
      searchBytesPerItem: own.searchBytesPerItem - plain.searchBytesPerItem,
      viewBytesPerItem: own.viewBytesPerItem - plain.viewBytesPerItem,
      goalBytesPerItem: 16,
    };
    console.error(index);
    const rounds: { ms: number; workMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      say(`edits, round ${round + 1}`);
      const a = await measureEdits(without, round);
      const b = await measureEdits(having, round);
      console.error(a, b);
      rounds.push({ ms: b.ms / a.ms, workMs: b.workMs / a.workMs });
    }
    const edit = {
      rounds,
      ms: median(rounds.map(({ ms }) => ms)),
      workMs: median(rounds.map(({ workMs }) => workMs)),
      goal: 1.2,
    };
    say('typing names');
    return { items: ITEMS, index, edit, typing: await measureNames(having) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
