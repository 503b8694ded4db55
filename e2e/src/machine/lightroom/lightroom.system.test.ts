/**
 * The plug-in publishes to the real server from a stub of Lightroom, while connections are cut, the server is killed and
 * keys are revoked (decision 029). `npm run nightly` sends a thousand photos.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LooseProduct, looseProduct } from '../../support/loose-programs.ts';
import { owner } from '../../support/product.ts';
import { badLine, listen } from './bad-line.ts';
import { nameOf, openCatalogue } from './lightroom.ts';

const FEW = 24;
const PHOTOS = roundsOf('lightroom', FEW);
/** A series shows at most 500. */
const PER_SERIES = Math.min(400, PHOTOS / 2);
/** The server dies during the first series, at night during both. */
const KILLS = PHOTOS > FEW ? 2 : 1;
/** Cuts for each of the two series. */
const CUTS = Math.min(10, Math.floor(PER_SERIES / 4));
const LONG = { timeout: 240_000 + PHOTOS * 3000 };

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-lightroom-'));
let server: LooseProduct;
let client: ApiClient;
let line: Awaited<ReturnType<typeof badLine>>;
let lightroom: Awaited<ReturnType<typeof openCatalogue>>;
let key: { id: string; key: string };

/** Signs in again: with a thousand photos the confirmation of the password has expired. */
async function makeKey(mayDelete = true) {
  client = await signIn(server.origin, owner.username, owner.password);
  return client.call<typeof key>('POST', '/api/admin/keys', { name: 'Lightroom', mayDelete });
}

beforeAll(async () => {
  server = await looseProduct();
  key = await makeKey();
  line = await badLine(server.port);
  lightroom = await openCatalogue(folder);
});
afterAll(async () => {
  lightroom?.close();
  line?.close();
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, i) => from + i);
const items = () => client.call<MediaItem[]>('GET', '/api/admin/media');
const titles = async () => (await items()).map(({ title }) => title);
const series = () => client.call<StoryItem[]>('GET', '/api/admin/series');
const seriesTitles = async () => (await series()).map(({ title }) => title);
/** Titles of the items in a series, in order. */
async function shownIn(title: string): Promise<string[]> {
  const [all, list] = await Promise.all([items(), series()]);
  const titleOf = new Map(all.map((item) => [item.id, item.title]));
  const one = list.find((story) => story.title === title);
  return shownInBlocks(one?.body ?? []).map((id) => titleOf.get(id) ?? id);
}
const fine = { error: '', failures: [], messages: [] };
/** Fills a collection and publishes it whole. */
async function publish(id: number, name: string, numbers: number[], rest?: object) {
  await lightroom.collection(id, name, numbers, rest);
  expect(await lightroom.publish(id)).toMatchObject({ ...fine, due: 0 });
}
const said = async (address: string, given?: string) =>
  (await lightroom.connect(address, given)).told;

it('asks for missing settings, reports a wrong key, and speaks Dutch where Lightroom does', async () => {
  expect((await said('')).text).toContain('Enter your site’s address');
  expect((await said(line.address)).text).toContain('Paste an upload key');
  expect((await said(line.address, '')).because).toContain('upload key');
  expect((await said(line.address, 'vl_x')).text).toContain('doesn’t recognise this upload key');
  const dutch = await openCatalogue(folder, 'nl');
  expect((await dutch.connect(line.address, 'vl_x')).told.text).toContain('kent deze upload');
  dutch.close();
});

it.each([
  ['a page', 200, '<html>Welkom</html>', 'isn’t your Veldlicht site'],
  ['other JSON', 200, '{"name":"x"}', 'isn’t your Veldlicht site'],
  ['nothing found', 404, 'Not found', 'isn’t your Veldlicht site'],
  ['an old Veldlicht', 404, '{"error":"Not found","code":"not_found"}', 'is older than'],
  ['a server that is down', 502, 'Bad gateway', 'isn’t responding'],
])('recognises %s at the address', async (_, status, text, sentence) => {
  const other = createServer((_, answer) => void answer.writeHead(status).end(text));
  expect((await said(await listen(other), 'vl_x')).text).toContain(sentence);
  other.close();
});

it('connects, and keeps one key per address', async () => {
  const { text } = await said(`${line.address}/admin/media`, key.key);
  expect(text).toBe(`Connected with ${line.address} as ${owner.username}.`);
  const { key: mayNot, id } = await makeKey(false);
  expect((await said(line.address, mayNot)).text).toContain('This key isn’t allowed to delete');
  await client.call('DELETE', `/api/admin/keys/${id}`);
  await said(line.address, key.key);
  expect((await said('http://127.0.0.1:1', 'vl_other')).text).toContain('isn’t responding');
  expect((await said(line.address)).key).toBe(key.key);
});

it(
  'publishes each photo once, in order, through cut connections and kills of the server',
  LONG,
  async () => {
    await lightroom.photos(range(0, PHOTOS));
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
    const planned = Object.fromEntries(cuts);
    const third = Math.round(PER_SERIES / 3);
    const one = range(0, PER_SERIES).toReversed();
    const two = range(PER_SERIES, 2 * PER_SERIES);
    // A server needs seconds to be back.
    await lightroom.pace(0.3);
    for (const [id, name, numbers] of [[1, 'Vorst', one] as const, [2, 'Dooi', two] as const]) {
      line.before(id <= KILLS ? { ...planned, [third]: dies } : planned);
      await publish(id, name, numbers);
      await isBack;
    }
    await lightroom.pace(0.1);
    // Photos of the series as well: they are in two collections.
    const library = [...range(0, 5), ...range(2 * PER_SERIES, PHOTOS)];
    await publish(3, 'Library', library, { isDefault: true, order: 'date' });
    expect((await titles()).toSorted()).toEqual(range(0, PHOTOS).map(nameOf));
    expect(await shownIn('Vorst')).toEqual(one.map(nameOf));
    expect(await shownIn('Dooi')).toEqual(two.map(nameOf));
    expect(await seriesTitles()).toHaveLength(2);
    keepFigures('lightroom', { photos: PHOTOS, cuts: 2 * CUTS, kills: KILLS });
  },
);

it('updates changed captions, except those edited in the panel', LONG, async () => {
  const captionOf = (n: number) => `Woorden van ${nameOf(n)}`;
  const edited = new Set(
    range(0, PHOTOS)
      .filter((n) => n % 3 === 0)
      .map(nameOf),
  );
  for (const { id, title } of await items())
    if (edited.has(title))
      await client.call('PATCH', `/api/admin/media/${id}`, { description: 'Mijn woorden' });
  await lightroom.photos(range(0, PHOTOS), captionOf);
  for (const id of [1, 2, 3]) expect(await lightroom.publish(id)).toMatchObject(fine);
  const all = await items();
  expect(all).toHaveLength(PHOTOS);
  for (const { title, description } of all) {
    const wanted = edited.has(title) ? 'Mijn woorden' : `Woorden van ${title}`;
    expect([title, description]).toEqual([title, wanted]);
  }
  expect(await shownIn('Vorst')).toEqual(range(0, PER_SERIES).toReversed().map(nameOf));
});

it('follows order and name until the series is arranged in the panel', async () => {
  const order = [4, 2, 0, 1, 3];
  await publish(4, 'Nevel', order);
  expect(await shownIn('Nevel')).toEqual(order.map(nameOf));
  await publish(4, 'Mist', order.toReversed());
  expect(await shownIn('Mist')).toEqual(order.toReversed().map(nameOf));
  expect(await seriesTitles()).not.toContain('Nevel');
  const mist = (await series()).find(({ title }) => title === 'Mist');
  const body = [{ kind: 'text', text: 'Stil.' }, ...(mist?.body ?? [])];
  await client.call('PATCH', `/api/admin/series/${mist?.id}`, { body });
  await lightroom.collection(4, 'Mist', [5, 0, 1, 2, 3]);
  const { messages, told } = await lightroom.publish(4);
  expect(messages.join()).toContain('arranged in the panel');
  expect(await shownIn('Mist')).toEqual([3, 1, 0, 2, 5].map(nameOf));
  expect(told.url).toBe(`${line.address}/admin/series`);
  const fifth = (await items()).find(({ title }) => title === nameOf(5));
  expect(told.photoUrl).toBe(`${line.address}/admin/media?open=${fifth?.id}`);
});

it('reports a refused file, and publishes the others', async () => {
  const [bad, good] = [PHOTOS, PHOTOS + 1];
  await lightroom.photos([bad, good], (n) => (n === bad ? '' : 'Zoals toen'));
  await lightroom.collection(5, 'Kapot', [bad, good]);
  const { error, failures } = await lightroom.publish(5);
  expect([error, failures]).toEqual(['', [expect.stringContaining('Publish JPEGs')]]);
  expect(await shownIn('Kapot')).toEqual([nameOf(good)]);
  await lightroom.photos([bad]);
  await publish(5, 'Kapot', [bad, good]);
  expect(await shownIn('Kapot')).toEqual([bad, good].map(nameOf));
});

it('stops when its key is revoked or the server dies, and resumes from there', async () => {
  const numbers = range(PHOTOS + 10, PHOTOS + 16);
  await lightroom.photos(numbers);
  await lightroom.collection(6, 'Halfweg', numbers);
  // The first calls: the key, and two photos.
  line.before({ 4: () => client.call('DELETE', `/api/admin/keys/${key.id}`) });
  const revoked = await lightroom.publish(6);
  expect(revoked).toMatchObject({ error: expect.stringContaining('Was it revoked?'), due: 4 });
  expect(await seriesTitles()).not.toContain('Halfweg');
  key = await makeKey();
  await lightroom.connect(line.address, key.key);
  await lightroom.pace(0.002);
  line.before({ 3: server.api.kill });
  const gone = await lightroom.publish(6);
  expect(gone).toMatchObject({ error: expect.stringContaining('isn’t responding'), due: 3 });
  await server.api.start();
  await lightroom.pace(0.1);
  line.before({});
  await publish(6, 'Halfweg', numbers);
  expect(await shownIn('Halfweg')).toEqual(numbers.map(nameOf));
  expect(await seriesTitles()).toHaveLength(5);
});

it('keeps a photo in two catalogues until both have removed it', async () => {
  const other = await openCatalogue(folder);
  await other.connect(line.address, key.key, { category: 'landscape', show: true });
  const [shared, own] = [PHOTOS + 1, PHOTOS + 20];
  await other.photos([shared, own]);
  await other.collection(5, 'Ander', [shared, own]);
  const before = (await titles()).length;
  const { told } = await other.publish(5);
  const item = (await items()).find(({ title }) => title === nameOf(own));
  expect(item).toMatchObject({ category: 'landscape', status: 'published' });
  const [slug] = (await series()).flatMap((one) => (one.title === 'Ander' ? one.slug : []));
  const site = server.origin;
  expect(told).toEqual({ url: `${site}/reeks/${slug}`, photoUrl: `${site}/foto/${item?.slug}` });
  expect(await titles()).toHaveLength(before + 1);
  expect(await lightroom.delete(5)).toMatchObject(fine);
  expect(await shownIn('Ander')).toEqual([shared, own].map(nameOf));
  await other.collection(5, 'Ander', [own]);
  expect(await other.publish(5)).toMatchObject(fine);
  expect(await titles()).not.toContain(nameOf(shared));
  other.close();
});

it('removes a collection but not photos in others, and nothing without the right to delete', async () => {
  await lightroom.connect(line.address, (await makeKey(false)).key);
  const before = await titles();
  expect((await lightroom.delete(1)).error).toContain('isn’t allowed to delete');
  const fewer = range(PER_SERIES + 1, 2 * PER_SERIES);
  await lightroom.collection(2, 'Dooi', fewer);
  expect((await lightroom.publish(2)).error).toContain('isn’t allowed to delete');
  expect(await titles()).toEqual(before);
  await lightroom.connect(line.address, key.key);
  line.before({ 2: 'answer' });
  await publish(2, 'Dooi', fewer);
  expect(await lightroom.delete(1)).toMatchObject(fine);
  // The library holds the first five, and the series "Mist" one more.
  const gone = [...range(6, PER_SERIES), PER_SERIES].map(nameOf);
  const left = before.filter((title) => !gone.includes(title));
  expect((await titles()).toSorted()).toEqual(left.toSorted());
  expect(await seriesTitles()).not.toContain('Vorst');
});
