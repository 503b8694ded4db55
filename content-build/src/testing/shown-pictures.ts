/** What Chromium shows of pictures and of what is published of them, side by side on one page. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchTestBrowser } from '@veldlicht/scripts/launch-browser';
import sharp from 'sharp';

export interface Pair {
  name: string;
  /** Files. */
  original: string;
  published: string;
}

export interface Seen {
  name: string;
  size: [width: number, height: number];
  publishedSize: [width: number, height: number];
  /** The largest difference of a part of a colour, where the original is flat. */
  off: number;
  /** The share of the original that is flat. */
  flat: number;
}

/** Pixels around one that have to be like it: an encoder blurs that far. */
const REACH = 12;
/** What counts as the same colour, of 255. */
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

/** Where the pixels around one are like it, every fourth of them. */
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

/** Of each colour of the original how far the published one is from it: noise of an encoder is no other colour. */
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

const image = (file: string) => `<img src="${pathToFileURL(file)}">`;
const STYLE =
  'body{margin:0;background:#fff}div{display:flex;gap:8px;margin:8px}img{display:block}';

/** Shows all of them and compares. */
export async function seePictures(folder: string, pairs: Pair[]): Promise<Seen[]> {
  const rows = pairs.map(
    ({ original, published }) => `<div>${image(original)}${image(published)}</div>`,
  );
  const page = path.join(folder, 'pictures.html');
  writeFileSync(page, `<!doctype html><style>${STYLE}</style>${rows.join('')}`);
  const browser = await launchTestBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    await tab.goto(pathToFileURL(page).href);
    const areas = await tab.$$eval('img', async (all) => {
      await Promise.all(all.map((one) => one.decode().catch(() => undefined)));
      return all.map((one) => {
        const { left, top } = one.getBoundingClientRect();
        return { left, top, width: one.naturalWidth, height: one.naturalHeight };
      });
    });
    const shot = await tab.screenshot({ fullPage: true });
    const { data, info } = await sharp(shot)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return pairs.map(({ name }, i) => {
      const [original, published] = [areas[2 * i], areas[2 * i + 1]];
      if (!original || !published) throw new Error(`${name} is not on the page`);
      return {
        name,
        size: [original.width, original.height],
        publishedSize: [published.width, published.height],
        ...compare({ data, width: info.width }, original, published),
      };
    });
  } finally {
    await browser.close();
  }
}
