/**
 * No change of a guarded item may reveal more of it than its level allows: after each kind of change every file of the
 * site, in each of its compressed forms, and every answer of the API are searched.
 */
import path from 'node:path';
import type { Category } from '@veldlicht/contract/category';
import type { GuardAnswer, GuardLevel } from '@veldlicht/contract/guard';
import type { HistoryPage } from '@veldlicht/contract/history';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  owner,
  type RunningProduct,
  startedFolder,
  startProduct,
  waitFor,
} from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';
import { notationsOf, type Secret, uncompressed } from './secret-notations.ts';

const OWL = 'Bubo bubo';
const BADGER = 'Meles meles';

/** Places and days; the last one is a later place of the owl. */
const secrets = {
  owl: { lat: 52.131234, lon: 5.860456, rd: [187462, 459883], day: '2026-03-09' },
  badger: { lat: 51.512345, lon: 5.123456, rd: [136720, 391350], day: '2026-04-21' },
  marten: { lat: 52.834567, lon: 6.345678, rd: [219480, 538420], day: '2026-05-17' },
  moved: { lat: 52.223456, lon: 5.754321, rd: [180150, 470090], day: '2026-03-27' },
} satisfies Record<string, Secret>;
type Name = keyof typeof secrets;

/** Words of unconfirmed texts; none occurs in the site itself. */
const unconfirmed = new Set([
  'hesselink',
  'zwiepse',
  'krimweg',
  'nergena',
  'haasdal',
  'loenermark',
]);

let product: RunningProduct;
let client: ApiClient;
const ids = {} as Record<Name, string>;
/** Former addresses of guarded items. */
const former = new Set<string>();

const item = (name: Name) => client.call<MediaItem>('GET', `/api/admin/media/${ids[name]}`);
const patch = (name: Name, change: object) =>
  client.call<MediaItem>('PATCH', `/api/admin/media/${ids[name]}`, change);

async function picture(name: Name, seed: number): Promise<string> {
  const { lat, lon, day } = secrets[name];
  const gps = { lat, lon };
  const facts = { gps, takenAt: `${day}T06:12:13`, description: 'Hesselink, Krimweg' };
  const bytes = new Uint8Array(await plainPicture(seed, facts));
  return (await client.upload(bytes, 'image/jpeg')).objectPath;
}

async function add(name: Name, seed: number, more: object): Promise<void> {
  const { lat, lon, day } = secrets[name];
  const imageUrl = await picture(name, seed);
  const shown = { location: `${lat}, ${lon}`, date: day, locationPrivacy: 'exact' } as const;
  const input = { title: 'Foto', category: 'fauna', imageUrl, ...shown, ...more };
  ids[name] = (await client.addMedia(input)).id;
}

const rule = (scientificName: string, level: GuardLevel) => ({
  scientificName,
  level,
  months: [],
  nestMonths: [2, 3, 4, 5],
  reason: '',
});
const guard = (level: GuardLevel) =>
  client.call<GuardAnswer>('PUT', '/api/admin/guard', {
    rules: [rule(OWL, level), rule(BADGER, 'block')],
  });

async function undo(): Promise<void> {
  const { entries } = await client.call<HistoryPage>('GET', '/api/admin/history');
  const { change } = entries.find(({ undo: state }) => state === 'open') ?? {};
  expect(await client.call('POST', `/api/admin/history/${change}/undo`)).toMatchObject({ left: 0 });
}

/** Waits until changes are live, texts in pictures too. */
async function untilLive(): Promise<void> {
  await waitFor('the site to be live', async () => {
    const { state, imagesLeft } = await client.call<PublishState>('GET', '/api/publishing/state');
    return state === 'live' && imagesLeft === 0;
  });
}

const ANSWERS =
  `/api/media /api/media/featured /api/media/recent /api/categories /api/settings /api/species?q=oehoe
  /api/species?q=das /api/notes /api/series / /mediabibliotheek /rss.xml /sitemap-0.xml`.split(
    /\s+/,
  );

/** Everything that a visitor can get, by source: each file in all its forms, each answer in the given encodings. */
async function visible(encodings = ['identity']): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [file, bytes] of publishedFiles(product.dataDir)) {
    const name = path.relative(product.dataDir, file);
    // Lists being written have no address.
    if (name.startsWith('lists/.')) continue;
    found.set(name, uncompressed(name, bytes).toString('latin1'));
  }
  for (const address of ANSWERS)
    for (const encoding of encodings) {
      const headers = { 'accept-encoding': encoding };
      const answer = await fetch(product.origin + address, { headers });
      const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      found.set(`${address} (${encoding})`, `${said}\n${await answer.text()}`);
    }
  return found;
}

const inBytes = (text: string) => Buffer.from(text).toString('latin1').toLowerCase();

/** Blocks that the current levels hide. */
async function closed(): Promise<string[]> {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  const isBlock = (name: Name) =>
    items.find(({ id }) => id === ids[name])?.guard?.level === 'block';
  return [
    ...(isBlock('owl') ? [] : [blocks.owl, blocks.moved]),
    ...(isBlock('marten') ? [] : [blocks.marten]),
  ];
}

/** Texts already found clean, by the words searched for: most changes leave most texts unchanged. */
const searched = new Map<string, Set<string>>();

/** Leaks, with the places where they were found. */
async function told(encodings?: string[]): Promise<string[]> {
  const words = [
    ...Object.values<Secret>(secrets).flatMap(notationsOf),
    ...unconfirmed,
    ...former,
    ...(await closed()),
  ].map(inBytes);
  const all = await visible(encodings);
  // All forms of a page have the same text.
  const places = new Map([[[...all.keys()].join('\n'), 'an address']]);
  for (const [where, text] of all) places.set(text, where);
  const clean = searched.get(words.join()) ?? new Set();
  searched.set(words.join(), clean);
  const findings: string[] = [];
  for (const [text, where] of places) {
    if (clean.has(text)) continue;
    const lower = text.toLowerCase();
    // Ignores digits within longer numbers.
    const found = words.filter((word) => lower.includes(word) && !isWithinNumber(lower, word));
    findings.push(...found.map((word) => `${where}: ${word}`));
    if (found.length === 0) clean.add(text);
  }
  return findings;
}

function isWithinNumber(text: string, word: string): boolean {
  if (!/^[\d.,]+$/.test(word)) return false;
  return !new RegExp(`(?<![\\d.])${word.replaceAll('.', '\\.')}`).test(text);
}

/** The block of each place, as written in addresses and data. */
const blocks: Record<Name, string> = {
  owl: '185/455',
  badger: '135/390',
  marten: '215/535',
  moved: '180/470',
};

beforeAll(async () => {
  product = await startProduct({ dataDir: startedFolder() });
  client = await signIn(product.origin, owner.username, owner.password);
  await guard('region');
  for (const name of ['mist', 'ochtend']) await client.addTag(name);
  await add('owl', 1, {
    title: 'Oehoe bij Hesselink',
    description: 'Gezien op 9 maart 2026 aan de Krimweg, 52.131234 5.860456.',
    alt: 'Oehoe in het Zwiepse bos',
    tags: ['mist'],
    species: [OWL],
    positionAllowed: true,
    originalName: '2026-03-09 Hesselink.jpg',
  });
  await add('badger', 2, {
    title: 'Das bij Haasdal, 21 april',
    tags: ['ochtend'],
    species: [BADGER],
  });
  await add('marten', 3, { title: 'Vroeg', status: 'draft' });
  await untilLive();
});
afterAll(async () => {
  await product?.stop();
  product?.remove();
});

const bulk = (data: object) =>
  client.call('POST', '/api/admin/media/bulk-update', { ids: [ids.owl, ids.badger], data });
const answer = (subject: string, text: string) =>
  client.call('POST', '/api/admin/leaks/answers', {
    texts: [{ subject, text, mayRead: true }],
    addresses: [subject],
  });
let note = '';
let tag: Category | undefined;
const tagCalled = async (name: string) =>
  (await client.call<Category[]>('GET', '/api/categories')).find((one) => one.name === name);
const renameTag = (name: string) =>
  client.call('PATCH', `/api/admin/categories/${tag?.id}`, { name });

/** Changes in this order, each on the result of the previous ones. */
const changes: [string, () => Promise<unknown>][] = [
  ['no change', async () => {}],
  ['hiding it', () => patch('owl', { status: 'draft' })],
  ['showing it again', () => patch('owl', { status: 'published' })],
  [
    'adding a place to an open item, and then its species',
    async () => {
      const words = { title: 'Marter van Nergena', description: 'Langs de Krimweg, 17 mei' };
      await patch('marten', { ...words, status: 'published' });
      await waitFor('the open item to be told', async () => (await told()).length > 0);
      former.add((await item('marten')).slug);
      await patch('marten', { species: [OWL] });
    },
  ],
  ['showing another species', () => patch('marten', { species: [BADGER] })],
  [
    'removing a species that the texts still name',
    async () => {
      await patch('badger', { species: [] });
      expect((await item('badger')).guard?.level).toBe('block');
    },
  ],
  ['adding the species again', () => patch('badger', { species: [BADGER] })],
  ['a nest in sight', () => patch('owl', { species: [{ scientificName: OWL, nest: true }] })],
  ['no nest', () => patch('owl', { species: [OWL] })],
  ['another day', () => patch('owl', { date: secrets.moved.day })],
  ['another place', () => patch('owl', { location: `${secrets.moved.lat}, ${secrets.moved.lon}` })],
  ['undoing that', undo],
  ['another category', () => patch('owl', { category: 'landscape' })],
  [
    'renaming its tag',
    async () => {
      tag = await tagCalled('mist');
      await renameTag('Krimweg');
    },
  ],
  ['restoring the name', () => renameTag('mist')],
  [
    'a story that shows it',
    async () => {
      const body = [
        { kind: 'text', text: 'Bij Hesselink, op 9 maart.' },
        { kind: 'single', media: [ids.owl] },
      ];
      const story = { title: 'Naar Nergena', date: secrets.owl.day, body };
      const input = { ...story, status: 'published' };
      note = (await client.call<{ id: string }>('POST', '/api/admin/notes', input)).id;
    },
  ],
  [
    'a story that links it',
    async () => {
      const { slug } = await item('owl');
      const text = `Bij Hesselink, op 9 maart: [hier](/foto/${slug}).`;
      const body = [{ kind: 'text', text }];
      await client.call('PATCH', `/api/admin/notes/${note}`, { body });
    },
  ],
  ['no story', () => client.call('DELETE', `/api/admin/notes/${note}`)],
  ['a bulk change', () => bulk({ description: 'Op 21 april en 9 maart bij Loenermark' })],
  ['undoing that too', undo],
  ['the trash', () => client.call('DELETE', `/api/admin/media/${ids.owl}`)],
  ['restoring it', () => client.call('POST', `/api/admin/media/trash/${ids.owl}/restore`)],
  ['a stricter level', () => guard('hidden')],
  ['a milder level', () => guard('region')],
  ['another file', async () => patch('owl', { imageUrl: await picture('moved', 4) })],
  [
    'a schedule that has ended',
    () => patch('badger', { publishUntil: new Date(Date.now() - 60_000).toISOString() }),
  ],
  ['no schedule', () => patch('badger', { publishUntil: null })],
  [
    'renaming the species',
    () =>
      client.call('PUT', '/api/admin/species', {
        scientificName: OWL,
        dutchName: 'Oehoe van Nergena',
        group: 'birds',
      }),
  ],
  [
    'changing a confirmed title',
    async () => {
      await patch('owl', { title: 'Oehoe aan de bosrand van Terlet' });
      await answer(ids.owl, 'Oehoe aan de bosrand van Terlet');
      await untilLive();
      const { slug } = await item('owl');
      expect(slug).toContain('terlet');
      former.add(slug);
      await patch('owl', { title: 'Oehoe bij Hesselink' });
    },
  ],
  [
    'renaming its category',
    async () => {
      const [category] = (await client.call<Category[]>('GET', '/api/categories')).filter(
        ({ name }) => name === 'landscape',
      );
      await client.call('PATCH', `/api/admin/categories/${category?.id}`, { name: 'Nergena' });
    },
  ],
  [
    'a description of its tag',
    () => client.call('PATCH', `/api/admin/categories/${tag?.id}`, { description: 'Rond Haasdal' }),
  ],
  [
    'changing the texts of the site',
    () =>
      client.call('PATCH', '/api/settings', {
        profile: {
          heroTitle: 'Elke dag bij Hesselink',
          about: 'Mijn oehoe zit in het Zwiepse bos.',
        },
      }),
  ],
];

it.each(changes)('reveals nothing after %s', async (_, change) => {
  await change();
  await untilLive();
  expect(await told()).toEqual([]);
});

it('searched everything that visitors get', async () => {
  const encodings = ['identity', 'gzip', 'br'];
  expect(await told(encodings)).toEqual([]);
  const all = await visible(encodings);
  const names = [...all.keys()];
  for (const end of ['.html', '.html.br', '.html.gz', '.json', '.xml', '.jpg', '.avif'])
    expect(
      names.some((name) => name.endsWith(end)),
      end,
    ).toBe(true);
  const { slug, guard: kept } = await item('badger');
  expect(kept?.level).toBe('block');
  expect(all.get(`public/foto/${slug}.html`)).toContain('april 2026');
  expect(all.get(`public/foto/${slug}.html.br`)).toContain(blocks.badger);
});
