/** Compares originals with their renditions, side by side on one page in Chromium. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';

export interface Pair {
  name: string;
  /** Paths of the files. */
  original: string;
  published: string;
}

export interface Seen {
  name: string;
  size: [width: number, height: number];
  publishedSize: [width: number, height: number];
  /** Largest difference of a colour channel where the original is flat. */
  off: number;
  /** Share of the original that is flat, from 0 to 1. */
  flat: number;
}

/** Pixels around a flat one that are like it: an encoder blurs that far. */
const REACH = 12;
/** Difference that counts as the same colour, of 255. */
const SAME = 2;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}
interface Screen {
  data: Buffer;
  width: number;
}

/** Yields flat places, testing every fourth pixel of every fourth row. */
function* flatPlaces({ data, width }: Screen, area: Area): Generator<[x: number, y: number]> {
  const code = (x: number, y: number, part: number) => data[(y * width + x) * 3 + part] ?? 0;
  for (let y = area.top + REACH; y < area.top + area.height - REACH; y += 4)
    for (let x = area.left + REACH; x < area.left + area.width - REACH; x += 4) {
      const around = [-REACH, 0, REACH].flatMap((dy) =>
        [-REACH, 0, REACH].map((dx) => [x + dx, y + dy] as const),
      );
      const isFlat = [0, 1, 2].every((part) =>
        around.every(([u, v]) => Math.abs(code(u, v, part) - code(x, y, part)) <= SAME),
      );
      if (isFlat) yield [x, y];
    }
}

/** Averages the differences of each colour of the original, so that noise of the encoder cancels out. */
function compare(screen: Screen, original: Area, published: Area): { off: number; flat: number } {
  const codes = (x: number, y: number) => {
    const at = (y * screen.width + x) * 3;
    return [...screen.data.subarray(at, at + 3)];
  };
  const colours = new Map<string, { count: number; sums: number[] }>();
  let places = 0;
  for (const [x, y] of flatPlaces(screen, original)) {
    places++;
    const is = codes(x - original.left + published.left, y - original.top + published.top);
    const was = codes(x, y);
    const name = `${was.map((code) => Math.round(code / 8))} ${Math.floor((x - original.left) / 40)}`;
    const { count, sums } = colours.get(name) ?? { count: 0, sums: [0, 0, 0] };
    const added = sums.map((sum, part) => sum + (is[part] ?? 0) - (was[part] ?? 0));
    colours.set(name, { count: count + 1, sums: added });
  }
  const means = [...colours.values()].flatMap(({ count, sums }) => sums.map((sum) => sum / count));
  const off = Math.max(0, ...means.map(Math.abs));
  return { off, flat: (places * 16) / (original.width * original.height) };
}

const isVideo = (file: string) => /\.(?:mp4|mov|webm|3gp)$/.test(file);
/** Converts colours of videos as a GPU does: without one, Chromium rounds them and ignores primaries. */
const AS_ON_A_SCREEN = [
  ...['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--ignore-gpu-blocklist', '--enable-gpu-rasterization', '--force-color-profile=srgb'],
];
/** Position of the compared frame, in seconds. */
const MOMENT = 0.3;
const element = (file: string) =>
  isVideo(file)
    ? `<video src="${pathToFileURL(file)}" muted preload="auto"></video>`
    : `<img src="${pathToFileURL(file)}">`;
const STYLE =
  'body{margin:0;background:#fff}div{display:flex;gap:8px;margin:8px;align-items:start}' +
  'img,video{display:block;flex:none}';

/** Script for the page: waits for all, scales published ones to the original in front, returns where each lies. */
const PLACES = `(async () => {
  const all = [...document.querySelectorAll('img, video')];
  const isThere = (one) =>
    one instanceof HTMLImageElement
      ? one.decode().catch(() => undefined)
      : new Promise((resolve) => {
          one.addEventListener('seeked', resolve);
          one.addEventListener('error', resolve);
          one.currentTime = ${MOMENT};
        });
  await Promise.all(all.map(isThere));
  const sizes = all.map((one) => one.getBoundingClientRect());
  all.forEach((one) => {
    const { width, height } = sizes[all.indexOf(one.parentElement.firstElementChild)];
    Object.assign(one.style, { width: width + 'px', height: height + 'px' });
  });
  return all.map((one, i) => {
    const { left, top } = one.getBoundingClientRect();
    const { width, height } = sizes[i];
    return { left, top, width, height };
  });
})()`;

/** An original, and what is published of it. */
type Row = [original: string, pairs: Pair[]];

/** Compares the pictures of the rows of one page. */
async function compareOnPage(browser: Browser, folder: string, shown: Row[]): Promise<Seen[]> {
  const rows = shown.map(([original, pairs]) => {
    const files = [original, ...pairs.map(({ published }) => published)];
    return `<div>${files.map(element).join('')}</div>`;
  });
  const page = path.join(folder, 'pictures.html');
  writeFileSync(page, `<!doctype html><style>${STYLE}</style>${rows.join('')}`);
  const tab = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  await tab.goto(pathToFileURL(page).href);
  const areas = (await tab.evaluate(PLACES)) as Area[];
  const shot = await tab.screenshot({ fullPage: true });
  const { data, info } = await sharp(shot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await tab.close();
  return shown.flatMap(([, pairs]) => {
    const original = areas.shift();
    return pairs.map(({ name }): Seen => {
      const published = areas.shift();
      if (!original || !published) throw new Error(`${name} is not on the page`);
      return {
        name,
        size: [original.width, original.height],
        publishedSize: [published.width, published.height],
        ...compare({ data, width: info.width }, original, published),
      };
    });
  });
}

/** Rows on one page: more of them make it higher than a GPU can draw. */
const AT_A_TIME = 30;

/** Times that a pair which differs is drawn: Chromium maps the tones of HDR a step apart in one drawing of eight. */
const DRAWINGS = 3;

/** Returns the pairs that are different, each time they are drawn. */
export async function differentPairs(
  folder: string,
  pairs: Pair[],
  isDifferent: (seen: Seen) => boolean,
): Promise<Seen[]> {
  const browser = await launchBrowser(undefined, AS_ON_A_SCREEN);
  const draw = async (some: Pair[]) => {
    const rows = [...Map.groupBy(some, ({ original }) => original)];
    const seen: Seen[] = [];
    for (let from = 0; from < rows.length; from += AT_A_TIME)
      seen.push(...(await compareOnPage(browser, folder, rows.slice(from, from + AT_A_TIME))));
    return seen.filter(isDifferent);
  };
  try {
    let different = await draw(pairs);
    for (let drawn = 1; drawn < DRAWINGS && different.length > 0; drawn++) {
      const names = new Set(different.map(({ name }) => name));
      different = await draw(pairs.filter(({ name }) => names.has(name)));
    }
    return different;
  } finally {
    await browser.close();
  }
}
