/**
 * `npm run bench -- species`: time of a keystroke when typing Dutch and scientific names of species into the search of
 * a site with ten thousand items, nine in ten of them with a species.
 */
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { measureTyping, open, summary } from './library.ts';
import { type Live, withLive } from './live-product.ts';
import { seedAndPublish } from './seed-library.ts';

const ITEMS = Number(process.env.BENCH_ITEMS) || 10_000;
const NAMES = 5;

/** Both names of some species in the site's list. */
async function readNames(origin: string) {
  const list = await (await fetch(`${origin}/soorten`)).text();
  const links = [...list.matchAll(/href="\/soort\/[^"]*"[^>]*>([\s\S]*?)<\/a>/g)];
  return links
    .map(([, html = '']) => ({
      scientific: /<i[^>]*>([^<]*)<\/i>/.exec(html)?.[1]?.trim() ?? '',
      dutch:
        html
          .replaceAll(/<i[^>]*>[^<]*<\/i>|<[^>]*>/g, ' ')
          .trim()
          .split(/\s{2,}/)[0] ?? '',
    }))
    .filter(({ scientific, dutch }) => scientific && dutch)
    .slice(0, NAMES);
}

/** Types names letter by letter; both names of a species must find the same items. */
async function typeNames({ origin }: Live) {
  const browser = await launchBrowser();
  try {
    const page = await open(browser, `${origin}/mediabibliotheek`);
    const names = await readNames(origin);
    const typed = names.flatMap(({ dutch, scientific }) => [dutch, scientific]);
    const steps = typed.flatMap((name) => [...[...name].map((_, i) => name.slice(0, i + 1)), '']);
    const typing = await measureTyping(page, steps, 200);
    const foundBy = (name: string) => typing.told[steps.lastIndexOf(name)];
    return {
      items: ITEMS,
      ...summary(typing),
      goalWorstMs: 16,
      names: names.map((both) => ({
        ...both,
        dutchFinds: foundBy(both.dutch),
        scientificFinds: foundBy(both.scientific),
      })),
    };
  } finally {
    await browser.close();
  }
}

export async function benchSpecies(folder: string): Promise<Record<string, unknown>> {
  const prepare = seedAndPublish(ITEMS, true);
  return withLive(folder, { prepare, worker: false, caddy: false }, typeNames);
}
