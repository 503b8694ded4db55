/**
 * Screenshots of the key screens. They are compared small and with tolerance: another Chromium, which renders letters
 * slightly differently, passes; a missing section, a wrong colour or a collapsed grid does not. `npm run look` updates
 * the pictures in e2e/look.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const folder = path.join(import.meta.dirname, '../../look');
const isRenewing = process.env.LOOK_RENEW === '1';

/** Without touch, which Chromium drops during full-page screenshots, so that captions would move. */
const screens = {
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};
/** One of each shape, oldest first. */
const titles = [
  'Nerven',
  'Pluizenbol in tegenlicht',
  'Kronendak in oktober',
  'Stille oever',
  'Libel op een rietstengel',
  'Klein bos',
  'Silhouet op de heuvelrug',
  'Licht tussen de stammen',
];

const journey = startJourney({
  isExpected: (complaint) => complaint.startsWith('/404: Failed to load'),
});
const paths = new Map<string, string>();
/** A page without animation. */
let page: Page;

beforeAll(async () => {
  const { client } = journey;
  const all = describePictures();
  for (const title of titles) {
    const facts = all.find((candidate) => candidate.title === title);
    if (!facts) throw new Error(`no picture of the demo is called ${title}`);
    const jpeg = await makePicture(facts, { width: 640 });
    const { objectPath } = await client.upload(new Uint8Array(jpeg), 'image/jpeg');
    const { description, category, takenAt } = facts;
    const featured = title === 'Libel op een rietstengel';
    await client.addMedia({
      title,
      description,
      category,
      featured,
      imageUrl: objectPath,
      date: takenAt.slice(0, 10),
      location: 'Veluwe',
    });
  }
  await waitFor('the site to show them', async () => {
    const html = await journey.html('/mediabibliotheek');
    const links = titles.map((title) => {
      const slug = title.toLowerCase().replaceAll(' ', '-');
      return [title, new RegExp(`/foto/${slug}-\\d{4}`).exec(html)?.[0]] as const;
    });
    for (const [title, link] of links) if (link) paths.set(title, link);
    return paths.size === titles.length;
  });
  page = await journey.visit('/', { reducedMotion: 'reduce' });
});

/** Screenshot of the open page at this size, with every picture rendered. */
async function photograph(
  size: { width: number; height: number },
  fullPage: boolean,
): Promise<Buffer> {
  await page.setViewportSize(size);
  await page.evaluate(`for (const image of document.images) {
      image.loading = 'eager';
      image.decoding = 'sync'; // else it may be loaded but not rendered
    }
    // Full-page screenshots don't scroll.
    for (const card of document.querySelectorAll('.grid__item'))
      card.style.contentVisibility = 'visible';`);
  await waitFor('every picture', () =>
    page.evaluate(`[...document.images].every((image) =>
        image.complete && image.naturalWidth > 0 && !('waiting' in image.dataset)) &&
        !document.querySelector('source[data-first]:not([media="not all"])')`),
  );
  await page.evaluate(`Promise.all([
      document.fonts.ready,
      // A picture whose file changes meanwhile fails to decode once.
      ...[...document.images].map((image) => image.decode().catch(() => image.decode())),
    ]).then(() => undefined)`);
  return page.screenshot({ fullPage, animations: 'disabled', scale: 'css' });
}

/** Width of the stored pictures, in pixels. */
const KEPT_WIDTH = 200;
/** Width for the comparison: letters become grey stripes, sections and pictures remain. */
const COMPARED_WIDTH = 160;

interface Difference {
  /** Difference in height, as a fraction of the first. */
  height: number;
  /** Mean difference of a colour value, 0 to 255. */
  mean: number;
  /** Share of the surface with a clearly different colour. */
  share: number;
}

/** A screenshot as stored in the repository: small, with few colours. */
function keepSmall(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .resize(KEPT_WIDTH)
    .png({ palette: true, colours: 64, dither: 0, effort: 10 })
    .toBuffer();
}

async function pixels(png: Buffer, height?: number) {
  const size = { width: COMPARED_WIDTH, ...(height && { height, fit: 'fill' as const }) };
  return sharp(png)
    .resize(size)
    .blur(0.8)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Compares a stored picture with a screenshot, which is scaled to the stored height. */
async function differenceOf(kept: Buffer, shot: Buffer): Promise<Difference> {
  const before = await pixels(kept);
  const { width, height } = before.info;
  const own = await sharp(shot).metadata();
  const length = ((own.height ?? 0) / (own.width || 1)) * width;
  const after = await pixels(shot, height);
  let sum = 0;
  for (const [i, value] of before.data.entries()) sum += Math.abs(value - (after.data[i] ?? 0));
  const others = pixelmatch(before.data, after.data, undefined, width, height, { threshold: 0.15 });
  return {
    height: Math.abs(length - height) / height,
    mean: sum / (width * height * 3),
    share: others / (width * height),
  };
}

async function compare(name: string, shot: Buffer): Promise<Difference> {
  const file = path.join(folder, `${name}.png`);
  if (isRenewing || !existsSync(file)) {
    if (!isRenewing) throw new Error(`there is no ${file}; npm run look makes it`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, await keepSmall(shot));
  }
  return differenceOf(readFileSync(file), shot);
}

const pages: [name: string, address: () => string][] = [
  ['home', () => '/'],
  ['library', () => '/mediabibliotheek'],
  ['landscape', () => paths.get('Silhouet op de heuvelrug') ?? ''],
  ['portrait', () => paths.get('Klein bos') ?? ''],
  ['not-found', () => '/404'],
];

it.each(pages)('%s looks as it should, on a laptop and on a phone', async (name, address) => {
  await page.goto(journey.origin + address());
  for (const [device, size] of Object.entries(screens)) {
    const shot = await photograph(size, name !== 'library');
    const { height, mean, share } = await compare(`${name}-${device}`, shot);
    // With different font hinting: below 0.007, 1.4 and 0.0001. Without the facts of the item: 0.013.
    expect(height, device).toBeLessThan(0.03);
    expect(mean, device).toBeLessThan(3.5);
    expect(share, device).toBeLessThan(0.008);
  }
});
