/**
 * The plug-in publishes to the real server from a stub of Lightroom, while connections are cut, the server is killed and
 * keys are revoked (decision 029). `npm run nightly` sends a thousand photos.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LooseProduct, looseProduct } from '../../support/loose-programs.ts';
import { owner } from '../../support/product.ts';
import { badLine } from './bad-line.ts';
import {
  type Catalogue,
  type CataloguePhoto,
  type Collection,
  openCatalogue,
} from './lightroom.ts';

const PHOTOS = roundsOf('lightroom', 100);
/** A series shows at most 500. */
const PER_SERIES = Math.min(400, PHOTOS / 2);
/** Cuts for each of the two series. */
const CUTS = Math.min(10, PER_SERIES / 4);

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-lightroom-'));
let server: LooseProduct;
let client: ApiClient;
let line: Awaited<ReturnType<typeof badLine>>;
let lightroom: Catalogue;
let key: { id: string; key: string };
const others: Server[] = [];

/** Signs in again: with a thousand photos the confirmation of the password has expired. */
async function makeKey(mayDelete = true) {
  client = await signIn(server.origin, owner.username, owner.password);
  return client.call<typeof key>('POST', '/api/admin/keys', { name: 'Lightroom', mayDelete });
}

beforeAll(async () => {
  server = await looseProduct();
  key = await makeKey();
  line = await badLine(server.port);
  lightroom = await openCatalogue('a', folder);
});
afterAll(async () => {
  lightroom?.close();
  line?.close();
  for (const other of others) other.close();
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = (n: number) => `Foto ${String(n).padStart(4, '0')}`;
const photo = (n: number, change: Partial<CataloguePhoto> = {}): CataloguePhoto => ({
  uuid: `uuid-${n}`,
  title: nameOf(n),
  caption: 'Zoals toen',
  keywords: ['fauna'],
  date: '2026-05-04',
  ...change,
});
const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, i) => from + i);
const items = () => client.call<MediaItem[]>('GET', '/api/admin/media');
const series = () => client.call<StoryItem[]>('GET', '/api/admin/series');
/** Titles of the items in a series, in order. */
async function shownIn(title: string): Promise<string[]> {
  const [all, list] = await Promise.all([items(), series()]);
  const titles = new Map(all.map((item) => [item.id, item.title]));
  const one = list.find((story) => story.title === title);
  return shownInBlocks(one?.body ?? []).map((id) => titles.get(id) ?? id);
}
const collection = (
  id: number,
  name: string,
  numbers: number[],
  rest: Partial<Collection> = {},
  catalogue = lightroom,
) =>
  catalogue.collection({
    id,
    name,
    isDefault: false,
    photos: numbers.map((n) => `uuid-${n}`),
    order: 'user',
    ...rest,
  });
const fine = { error: '', failures: [] };

describe('testing the connection', () => {
  /** Starts another server that always answers the same. */
  const answering = async (status: number, type: string, text: string) => {
    const other = createServer((_, answer) => {
      answer.writeHead(status, { 'content-type': type }).end(text);
    });
    others.push(other);
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const address = other.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  };
  const said = async (address: string, given?: string) =>
    (await lightroom.connect(address, given)).told.text;

  it('asks for missing settings, and reports a wrong key', async () => {
    expect(await said('')).toContain('Type the address');
    expect(await said(line.address)).toContain('Paste an upload key');
    expect((await lightroom.connect(line.address, '')).told.because).toContain('upload key');
    expect(await said(line.address, 'vl_x')).toContain('does not know this upload key');
  });

  it('reports another site, a silent server, and an old Veldlicht', async () => {
    const page = await answering(200, 'text/html', '<html>Welkom</html>');
    const json = await answering(200, 'application/json', '{"name":"x"}');
    const missing = await answering(404, 'text/html', 'Not found');
    const old = '{"error":"Not found","code":"not_found"}';
    for (const address of [page, json, missing])
      expect([address, await said(address, 'vl_x')]).toEqual([
        address,
        expect.stringContaining('not your Veldlicht'),
      ]);
    expect(await said(await answering(404, 'application/json', old))).toContain('is older than');
    expect(await said('http://127.0.0.1:1', 'vl_x')).toContain('does not answer');
    expect(await said(await answering(502, 'text/html', 'Bad gateway'))).toContain('not answer');
  });

  it('succeeds, and keeps one key per address', async () => {
    expect(await said(`${line.address}/admin/media`, key.key)).toBe(
      `Connected with ${line.address} as ${owner.username}.`,
    );
    const { key: mayNot, id } = await makeKey(false);
    expect(await said(line.address, mayNot)).toContain('This key may not delete');
    await client.call('DELETE', `/api/admin/keys/${id}`);
    await lightroom.connect(line.address, key.key);
    await lightroom.connect('http://127.0.0.1:1', 'vl_other');
    expect((await lightroom.connect(line.address)).told.key).toBe(key.key);
  });

  it('speaks Dutch where Lightroom does', async () => {
    const dutch = await openCatalogue('nl', folder, 'nl');
    expect((await dutch.connect(line.address, 'vl_x')).told.text).toContain('kent deze upload');
    dutch.close();
  });
});

it(
  'publishes each photo once, in the order of its collection, through cut connections and kills of the server',
  async () => {
    await lightroom.photos(range(0, PHOTOS).map((n) => photo(n)));
    const cuts = range(1, CUTS + 1).map((n) => {
      const at = Math.round((n * PER_SERIES) / (CUTS + 1));
      return [at, n % 2 === 0 ? 'question' : 'answer'] as const;
    });
    let isBack: Promise<unknown> = Promise.resolve();
    // In the middle of a photo.
    const dies = async () => {
      const wait = new Promise((done) => setTimeout(done, 20));
      isBack = wait.then(server.api.kill).then(server.api.start);
    };
    const planned = { ...Object.fromEntries(cuts), [Math.round(PER_SERIES / 3)]: dies };
    // A server needs seconds to be back.
    await lightroom.pace(0.3);
    line.before(planned);
    const one = range(0, PER_SERIES).toReversed();
    await collection(1, 'Vorst', one);
    expect(await lightroom.publish(1)).toMatchObject(fine);
    await isBack;
    await collection(2, 'Dooi', range(PER_SERIES, 2 * PER_SERIES));
    line.before(planned);
    expect(await lightroom.publish(2)).toMatchObject(fine);
    await isBack;
    await lightroom.pace(0.1);
    // Photos of the series as well: they are in two collections.
    const library = [...range(0, 5), ...range(2 * PER_SERIES, PHOTOS)];
    await collection(3, 'Library', library, { isDefault: true, order: 'date' });
    expect(await lightroom.publish(3)).toMatchObject(fine);
    const titles = (await items()).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(range(0, PHOTOS).map(nameOf));
    expect(await shownIn('Vorst')).toEqual(one.map(nameOf));
    expect(await shownIn('Dooi')).toEqual(range(PER_SERIES, 2 * PER_SERIES).map(nameOf));
    expect(await series()).toHaveLength(2);
    expect(await lightroom.published(2)).toMatchObject({ due: 0 });
    keepFigures('lightroom', { photos: PHOTOS, cuts: 2 * CUTS, kills: 2 });
  },
  240_000 + PHOTOS * 3000,
);

it(
  'updates changed captions, except those edited in the panel',
  async () => {
    const edited = new Set<string>();
    for (const { id, title } of await items()) {
      if (Number(title.slice(-4)) % 3 !== 0) continue;
      edited.add(title);
      await client.call('PATCH', `/api/admin/media/${id}`, { description: 'Mijn woorden' });
    }
    const captionOf = (n: number) => `Woorden van ${n}`;
    await lightroom.photos(range(0, PHOTOS).map((n) => photo(n, { caption: captionOf(n) })));
    for (const id of [1, 2, 3]) expect(await lightroom.publish(id)).toMatchObject(fine);
    const all = await items();
    expect(all).toHaveLength(PHOTOS);
    for (const { title, description } of all) {
      const fresh = captionOf(Number(title.slice(-4)));
      expect([title, description]).toEqual([title, edited.has(title) ? 'Mijn woorden' : fresh]);
    }
    expect(await shownIn('Vorst')).toEqual(range(0, PER_SERIES).toReversed().map(nameOf));
  },
  240_000 + PHOTOS * 3000,
);

it('follows order and name until the series is arranged in the panel', async () => {
  const order = [4, 2, 0, 1, 3];
  await collection(4, 'Nevel', order);
  expect(await lightroom.publish(4)).toMatchObject({ ...fine, messages: [] });
  expect(await shownIn('Nevel')).toEqual(order.map(nameOf));
  await collection(4, 'Nevel', order.toReversed());
  await lightroom.publish(4);
  expect(await shownIn('Nevel')).toEqual(order.toReversed().map(nameOf));
  expect(await lightroom.rename(4, 'Mist')).toMatchObject(fine);
  expect((await series()).map(({ title }) => title)).not.toContain('Nevel');
  const mist = (await series()).find(({ title }) => title === 'Mist');
  const body = [{ kind: 'text', text: 'Stil.' }, ...(mist?.body ?? [])];
  await client.call('PATCH', `/api/admin/series/${mist?.id}`, { body });
  await collection(4, 'Mist', [5, 0, 1, 2, 3]);
  const { messages } = await lightroom.publish(4);
  expect(messages.join()).toContain('arranged in the panel');
  expect(await shownIn('Mist')).toEqual([3, 1, 0, 2, 5].map(nameOf));
});

it('reports a refused file, and publishes the others', async () => {
  await lightroom.photos([photo(PHOTOS, { isNoPicture: true }), photo(PHOTOS + 1)]);
  await collection(5, 'Kapot', [PHOTOS, PHOTOS + 1]);
  const { error, failures } = await lightroom.publish(5);
  expect([error, failures]).toEqual(['', [expect.stringContaining('Publish JPEGs')]]);
  expect(await shownIn('Kapot')).toEqual([nameOf(PHOTOS + 1)]);
  await lightroom.photos([photo(PHOTOS)]);
  expect(await lightroom.publish(5)).toMatchObject(fine);
  expect(await shownIn('Kapot')).toEqual([nameOf(PHOTOS), nameOf(PHOTOS + 1)]);
});

it('stops when its key is revoked or the server dies, and resumes from there', async () => {
  const numbers = range(PHOTOS + 10, PHOTOS + 16);
  await lightroom.photos(numbers.map((n) => photo(n)));
  await collection(6, 'Halfweg', numbers);
  const revoke = () => client.call('DELETE', `/api/admin/keys/${key.id}`);
  // The first calls: the key, and two photos.
  line.before({ 4: revoke });
  const revoked = await lightroom.publish(6);
  expect(revoked.error).toContain('Was it revoked?');
  expect(await lightroom.published(6)).toMatchObject({ due: 4 });
  expect((await series()).map(({ title }) => title)).not.toContain('Halfweg');
  key = await makeKey();
  await lightroom.connect(line.address, key.key);
  await lightroom.pace(0.002);
  line.before({ 3: server.api.kill });
  const gone = await lightroom.publish(6);
  expect(gone.error).toContain('does not answer');
  expect(await lightroom.published(6)).toMatchObject({ due: 3 });
  await server.api.start();
  await lightroom.pace(0.1);
  line.before({});
  expect(await lightroom.publish(6)).toMatchObject(fine);
  expect(await shownIn('Halfweg')).toEqual(numbers.map(nameOf));
  expect(await series()).toHaveLength(5);
});

it('keeps a photo in two catalogues until both have removed it', async () => {
  const other = await openCatalogue('b', folder);
  await other.connect(line.address, key.key, { category: 'landscape' });
  const shared = PHOTOS + 1;
  const own = photo(PHOTOS + 20, { keywords: [] });
  await other.photos([photo(shared), own]);
  await collection(5, 'Ander', [shared, PHOTOS + 20], {}, other);
  const before = (await items()).length;
  expect(await other.publish(5)).toMatchObject(fine);
  expect(await items()).toHaveLength(before + 1);
  expect((await items()).find(({ title }) => title === own.title)?.category).toBe('landscape');
  expect(await shownIn('Kapot')).toContain(nameOf(shared));
  expect(await lightroom.delete(5)).toMatchObject(fine);
  expect((await items()).map(({ title }) => title)).toContain(nameOf(shared));
  expect(await shownIn('Ander')).toEqual([nameOf(shared), own.title]);
  await collection(5, 'Ander', [PHOTOS + 20], {}, other);
  expect(await other.publish(5)).toMatchObject(fine);
  expect((await items()).map(({ title }) => title)).not.toContain(nameOf(shared));
  other.close();
});

it('removes a collection but not photos in others, and nothing without the right to delete', async () => {
  const mayNot = await makeKey(false);
  await lightroom.connect(line.address, mayNot.key);
  const before = (await items()).length;
  expect((await lightroom.delete(1)).error).toContain('may not delete');
  await collection(2, 'Dooi', range(PER_SERIES + 1, 2 * PER_SERIES));
  expect((await lightroom.publish(2)).error).toContain('may not delete');
  expect(await items()).toHaveLength(before);
  await lightroom.connect(line.address, key.key);
  line.before({ 2: 'answer' });
  expect(await lightroom.publish(2)).toMatchObject(fine);
  expect(await lightroom.delete(1)).toMatchObject(fine);
  const titles = new Set((await items()).map(({ title }) => title));
  // The library holds the first five, and the series "Mist" one more.
  const kept = range(0, PER_SERIES + 1).filter((n) => titles.has(nameOf(n)));
  expect(kept).toEqual(range(0, 6));
  expect(titles.has(nameOf(PER_SERIES + 1))).toBe(true);
  expect((await series()).map(({ title }) => title)).not.toContain('Vorst');
});
