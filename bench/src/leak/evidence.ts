/**
 * Finds leaks about guarded items: their days, anywhere; their places in texts about them; and lists in the order of
 * upload. In the generated world no open item shares a day with a guarded one.
 */
import { areaOf } from '@veldlicht/database/positions/area';
import { settlementsAround } from '@veldlicht/database/settlement';
import sharp from 'sharp';
import { type Capture, textOf } from './crawl.ts';
import { dutchMonths, isoDay, type Level, type Secret } from './world.ts';

/** A leak, and the guarded items it may be about. */
export interface Finding {
  items: string[];
  means: string;
}
export type Secrets = ReadonlyMap<string, Secret>;

/** Side in kilometres of the public area; infinite for hidden items. */
const ALLOWED_SIDE: Record<Level, number> = { block: 5, region: 20, hidden: Infinity };

const ITEM = /\/(?:foto|video)\/[a-z0-9-]+/g;
const shortMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ISO = /(?<![\d-])(\d{4})[-:](\d\d)[-:](\d\d)(?![\d-])/g;
const NAMED = new RegExp(
  `(\\d{1,2})[ -](${[...dutchMonths, ...shortMonths].join('|')})[ -](\\d{4})`,
  'gi',
);
const NUMBERS = /(?<!\d)(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?!\d)/g;

/** Days in a text as people and programs write them, as `2026-05-12`. */
function daysIn(text: string): string[] {
  const day = (year = '', month: string | number = '', date = '') =>
    `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const monthOf = (name: string) => dutchMonths.indexOf(name) + 1 || shortMonths.indexOf(name) + 1;
  return [
    ...[...text.matchAll(ISO)].map(([, year, month, date]) => day(year, month, date)),
    ...[...text.matchAll(NUMBERS)].map(([, date, month, year]) => day(year, month, date)),
    ...[...text.matchAll(NAMED)].map(([, date, name = '', year]) =>
      day(year, monthOf(name.toLowerCase()), date),
    ),
  ];
}

/** Days in all answers, including headers and bytes of pictures. */
function findDays(capture: Capture, secrets: Secrets): Finding[] {
  const byDay = new Map<string, string[]>();
  for (const [item, { level, takenAt, uploadedAt }] of secrets)
    for (const day of level ? new Set([isoDay(takenAt), isoDay(uploadedAt)]) : [])
      byDay.set(day, [...(byDay.get(day) ?? []), item]);
  const found = new Map<string, Finding>();
  for (const [path, answer] of capture) {
    if (answer.status !== 200) continue;
    const told = textOf(answer) || answer.body.toString('latin1');
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    for (const day of daysIn(`${path}\n${headers}\n${told}`)) {
      const items = byDay.get(day);
      // Any item of that day may be the source: the page may only link to it.
      if (items) found.set(`${day} ${path}`, { items, means: `${day} in ${path}` });
    }
  }
  return [...found.values()];
}

/**
 * Texts about each item: its page without links to others, its entry in the API, and the areas that list it.
 */
function ownTexts(capture: Capture, secrets: Secrets): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (item: string, text: string) => texts.set(item, `${texts.get(item) ?? ''}\n${text}`);
  const list: { slug: string }[] = JSON.parse(capture.get('/api/media')?.body.toString() ?? '[]');
  for (const entry of list) add(`/foto/${entry.slug}`, JSON.stringify(entry));
  for (const [path, answer] of capture) {
    const text = textOf(answer);
    if (secrets.has(path)) {
      const isOther = (link: string) => (link.match(ITEM)?.[0] ?? path) !== path;
      add(
        path,
        text.replaceAll(/<a\s[\s\S]*?<\/a>/g, (link) => (isOther(link) ? '' : link)),
      );
    }
    if (!path.startsWith('/kaart/')) continue;
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    for (const item of new Set(main.match(ITEM))) add(item, `href="${path}"`);
  }
  return texts;
}

/** Address of an area. */
const AREA = /\/kaart\/(w?)(\d+)\/(\d+)(?:-(\d+))?/g;
const PAIR = /(?<![\d.,])(5[0-3][.,]\d{2,})°? ?N?[ ,;/]{0,3} ?([2-7][.,]\d{2,})/g;
/** Public name of an area, with its centre. */
const TOLD_AREA = /title="[^"]*">(?=(?:omgeving|regio) )|(?:omgeving|regio) [^<"]*/g;

const lettersOf = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}]+/gu, ' ')} `;

/** Parts of a text that locate an item more exactly than allowed. */
function placesIn(text: string, item: string, { position, location, level }: Secret): string[] {
  const plain = text.replaceAll(TOLD_AREA, '');
  const means: string[] = [];
  if (plain.includes(location)) means.push('the place as it was typed');
  for (const [pair, north = '', east = ''] of plain.matchAll(PAIR)) {
    const apart = (told: string, value: number) => Math.abs(Number(told.replace(',', '.')) - value);
    if (apart(north, position.lat) < 0.01 && apart(east, position.lon) < 0.015) means.push(pair);
  }
  for (const [area, west, east, north, side = '5'] of text.matchAll(AREA)) {
    const { grid } = areaOf(position, side === '5' ? 'block' : 'region');
    const isThere = grid?.east === Number(east) * (west ? -1 : 1) && grid.north === Number(north);
    if (isThere && level && Number(side) < ALLOWED_SIDE[level]) means.push(area);
  }
  const words = lettersOf(`${item} ${plain.replaceAll(/<[^>]*>/g, ' ')}`);
  for (const name of settlementsAround(position, 'block'))
    if (words.includes(lettersOf(name))) means.push(`"${name}"`);
  return means;
}

function findPlaces(capture: Capture, secrets: Secrets): Finding[] {
  return [...ownTexts(capture, secrets)].flatMap(([item, text]) => {
    const secret = secrets.get(item);
    const means = secret?.level ? placesIn(text, item, secret) : [];
    return means.map((one) => ({ items: [item], means: one }));
  });
}

/** The picture on each item's page, whose folder has only files of that item. */
function picturesOf(capture: Capture, secrets: Secrets): Map<string, string> {
  const found = [...secrets.keys()].map((item) => {
    const html = capture.get(item)?.body.toString('utf8') ?? '';
    return [item, /"contentUrl":"[^"]*(\/media\/[^"]*)"/.exec(html)?.[1] ?? ''] as const;
  });
  return new Map(found.filter(([, picture]) => picture));
}

const folderOf = (picture = '') => picture.split('/')[2] ?? '';

/** Pictures with camera metadata. */
async function findMetadata(capture: Capture, secrets: Secrets): Promise<Finding[]> {
  const pictures = picturesOf(capture, secrets);
  const owners = new Map([...pictures].map(([item, picture]) => [folderOf(picture), item]));
  const findings: Finding[] = [];
  for (const [path, { status, body }] of capture) {
    const item = owners.get(folderOf(path));
    if (status !== 200 || !item || !secrets.get(item)?.level || !/\.(?:jpg|avif)$/.test(path))
      continue;
    const { exif, iptc } = await sharp(body).metadata();
    if (exif || iptc || body.toString('latin1').includes('GPS'))
      findings.push({ items: [item], means: `metadata of ${path}` });
  }
  return findings;
}

const isList = (path: string) =>
  /^\/(?:$|mediabibliotheek|sitemap|rss|soort|kaart|api\/media|bibliotheek)/.test(path);

/** Orders of items: in lists, and by numbers in headers and addresses. */
function ordersOf(capture: Capture, secrets: Secrets): Map<string, string[]> {
  const orders = new Map<string, string[]>();
  for (const [path, answer] of capture) {
    if (answer.status !== 200 || !isList(path)) continue;
    const columns = /"slug":\[([^\]]*)\]/.exec(textOf(answer))?.[1]?.replaceAll('"', '').split(',');
    const named = columns?.map((slug) => `/foto/${slug}`);
    const text = textOf(answer).replaceAll('"slug":"', '"/foto/');
    orders.set(`order of ${path}`, [...new Set(named ?? text.match(ITEM))]);
  }
  const pictures = picturesOf(capture, secrets);
  const byNumber = (name: string, number: (item: string) => number) => {
    const numbers = new Map([...secrets.keys()].map((item) => [item, number(item)]));
    const known = [...numbers].filter(([, value]) => !Number.isNaN(value));
    orders.set(
      name,
      known.sort((a, b) => a[1] - b[1]).map(([item]) => item),
    );
  };
  // Caddy's ETag is time and size in base 36.
  const etag = (path: string) =>
    Number.parseInt(
      (capture.get(path)?.headers.get('etag') ?? '').replace(/^W\/|"/g, '').slice(0, 7),
      36,
    );
  byNumber('etag of pages', etag);
  byNumber('etag of pictures', (item) => etag(pictures.get(item) ?? ''));
  byNumber('digits of addresses', (item) => Number(item.slice(-4)));
  byNumber('names of folders', (item) =>
    Number.parseInt(folderOf(pictures.get(item)).slice(0, 12), 16),
  );
  byNumber('length of pages', (item) => capture.get(item)?.body.length ?? Number.NaN);
  return orders;
}

/** Minimum steps of an order, and the share that must agree, to rule out chance. */
const STEPS = 10;
const MANY = 20;
const TRUSTED = 0.9;

/** Orders in which the guarded items of a month are in the order of upload. */
function findOrders(capture: Capture, secrets: Secrets): Finding[] {
  return [...ordersOf(capture, secrets)].flatMap(([name, list]) => {
    const guarded = list.filter((item) => secrets.get(item)?.level);
    const month = (item: string) => isoDay(secrets.get(item)?.takenAt ?? 0).slice(0, 7);
    const steps = [...Map.groupBy(guarded, month).values()].flatMap((items) => {
      const moments = items.map((item) => secrets.get(item)?.uploadedAt ?? 0);
      return moments.slice(1).map((moment, i) => moment > (moments[i] ?? 0));
    });
    const rising = steps.filter(Boolean).length / steps.length;
    const agreed = Math.max(rising, 1 - rising) >= (steps.length < MANY ? 1 : TRUSTED);
    const isTold = steps.length >= STEPS && agreed;
    return isTold ? [{ items: guarded, means: name }] : [];
  });
}

/** All leaks. */
export async function findLeaks(capture: Capture, secrets: Secrets): Promise<Finding[]> {
  return [
    ...findDays(capture, secrets),
    ...findPlaces(capture, secrets),
    ...(await findMetadata(capture, secrets)),
    ...findOrders(capture, secrets),
  ];
}
