/** Files of every kind with a position: no published byte contains it (threat T25). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { convertPicture, convertWithWords } from '@veldlicht/scripts/pictures/picture-formats';
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

const nest = { lat: 52.131234, lon: 5.860456 };
const PLACE = '+52.1312+005.8604/';
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,7.874N" exif:GPSLongitude="5,51.627E"/>' +
  '</rdf:RDF></x:xmpmeta>';
/** The only position that the owner publishes, as typed. */
const told = '51.497010, 3.472880';

/** Longitude and latitude as in a `loci` box. */
function fixedPoint(...degrees: number[]): Buffer {
  const numbers = Buffer.alloc(4 * degrees.length);
  for (const [n, value] of degrees.entries())
    numbers.writeInt32BE(Math.round(value * 65536), 4 * n);
  return numbers;
}

/** Bytes that no served file may contain: positions in every notation, and names of their containers. */
const marks = new Map<string, Buffer>([
  ...['52.1312', '5.8604', '52,1312', '5,8604', '52,7.874', '5,51.627'].map(text),
  ...['Exif\0', 'GPSLatitude', 'http://ns.adobe.com/exif/1.0/'].map(text),
  ...['Photoshop 3.0\0', '\u00a9xyz', 'com.apple.quicktime.location'].map(text),
  ['loci', fixedPoint(5.8604, 52.1312)],
]);
function text(mark: string): [string, Buffer] {
  return [mark, Buffer.from(mark, 'latin1')];
}
const marksIn = (bytes: Buffer) =>
  [...marks].filter(([, mark]) => bytes.includes(mark)).map(([name]) => name);

/** Appends a box of XMP, which HEIF and MP4 files may have at the end. */
function withXmpBox(bytes: Buffer): Buffer {
  const id = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('uuid'), id, Buffer.from(XMP)]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([bytes, box]);
}

let folder: string;
let product: RunningProduct;
let client: ApiClient;
let items: MediaItem[];

function makeVideo(name: 'duinen.mp4' | 'duinen.mov'): Buffer {
  const file = path.join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10', '-t', '0.5'];
  const words = ['-metadata', `location=${PLACE}`, '-metadata', `comment=${PLACE}`];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...picture, ...codec, ...words, file]);
  return readFileSync(file);
}

async function makeFiles(): Promise<Map<string, Buffer>> {
  const jpeg = (seed: number) => plainPicture(seed, { gps: nest });
  const files = new Map<string, Buffer>();
  const kinds = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const;
  for (const [n, kind] of kinds.entries())
    files.set(`image/${kind}`, await convertWithWords(await jpeg(n), kind, XMP));
  files.set(
    'image/heic',
    withXmpBox(readFileSync(path.join(import.meta.dirname, '../support/files/telefoon.heic'))),
  );
  files.set('video/mp4', withXmpBox(makeVideo('duinen.mp4')));
  files.set('video/quicktime', makeVideo('duinen.mov'));
  // A PNG compresses its text, but not the name of the chunk.
  for (const [type, bytes] of files)
    if (!bytes.includes('eXIf')) expect([type, marksIn(bytes)]).not.toEqual([type, []]);
  // GIF has no position.
  files.set('image/gif', await convertPicture(await jpeg(9), 'gif'));
  return files;
}

const library = async () => (await fetch(`${product.origin}/mediabibliotheek`)).text();
const pathsOf = (html: string) => html.match(/\/(?:foto|video)\/bewaard-[a-z0-9-]+-\d{4}/g) ?? [];
const state = () => client.call<PublishState>('GET', '/api/publishing/state');

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-positions-'));
  const files = await makeFiles();
  product = await startProduct({ dataDir: startedFolder() });
  client = await signIn(product.origin, owner.username, owner.password);
  const input = { category: 'fauna', description: null };
  for (const [type, bytes] of files) {
    const { objectPath, words } = await client.upload(new Uint8Array(bytes), type);
    const title = `Bewaard ${type.replace('/', ' ')}`;
    const place = { location: type === 'image/gif' ? told : words.location };
    const privacy = type === 'image/gif' ? ({ locationPrivacy: 'exact' } as const) : {};
    await client.addMedia({ ...input, title, imageUrl: objectPath, ...place, ...privacy });
  }
  await waitFor(
    'all of it to be live',
    async () => {
      const { state: now } = await state();
      return now === 'live' && new Set(pathsOf(await library())).size === files.size;
    },
    200_000,
  );
  items = await client.call<MediaItem[]>('GET', '/api/admin/media');
});
afterAll(async () => {
  await product?.stop();
  product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('reads every position, and shows it to the owner in full', () => {
  const places = items.map(({ title, location }) => [title.slice(8), location]);
  expect(Object.fromEntries(places)).toMatchObject({
    'image jpeg': '52.131234, 5.860456',
    'image png': '52.131234, 5.860456',
    'image webp': '52.131234, 5.860456',
    'image avif': '52.131234, 5.860456',
    'video mp4': '52.131200, 5.860400',
    'video quicktime': '52.131200, 5.860400',
  });
});

it('publishes no byte of a position, except the one that the owner publishes', () => {
  const files = publishedFiles(product.dataDir);
  const media = [...files.keys()].filter((name) => /\.(?:avif|jpg|mp4)$/.test(name));
  expect(media.length).toBeGreaterThan(3 * items.length);
  const leaks = [...files].flatMap(([name, bytes]) => marksIn(bytes).map((mark) => [name, mark]));
  expect(leaks).toEqual([]);
  // Every still has XMP with its rights, once, and nothing else.
  const counts = media.map((name) => [
    name,
    files.get(name)?.toString('latin1').split('<x:xmpmeta').length,
  ]);
  const wanted = media.map((name) => [name, name.endsWith('.mp4') ? 1 : 2]);
  expect(counts).toEqual(wanted);
  const tell = [...files].filter(([, bytes]) => bytes.includes('51.497') || bytes.includes(told));
  expect(tell.length).toBeGreaterThan(0);
  const binary = tell.filter(([name]) => /\.(?:avif|jpg|mp4)$/.test(name));
  expect(binary).toEqual([]);
});

/** Requests the address unchanged: `fetch` would normalise the dots. */
function statusOf(address: string): Promise<number | undefined> {
  const { hostname, port } = new URL(product.origin);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: address }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });
}

it('serves no original at any address', async () => {
  const [name = ''] = readdirSync(path.join(product.dataDir, 'originals'));
  const hash = name.slice(0, 32);
  const guesses = [
    '',
    '/data',
    '/media',
    '/admin',
    '/api',
    '/_astro',
    '/static',
    '/uploads',
  ].flatMap((place) => [
    `${place}/originals/${name}`,
    `${place}/${name}`,
    `${place}/incoming/${name}`,
  ]);
  for (const way of ['..', '%2e%2e', '..%2f..', '%252e%252e', '..%5c', '.%00.'])
    guesses.push(
      `/media/${way}/originals/${name}`,
      `/media/${hash}/${way}/${way}/originals/${name}`,
    );
  for (const file of [
    'original',
    'original.jpg',
    'original.mov',
    'source.jpg',
    name,
    `${hash}.jpg`,
  ])
    guesses.push(`/media/${hash}/${file}`);
  for (const file of ['veldlicht.db', 'secrets/session', 'working/x', 'renditions/x'])
    guesses.push(`/${file}`, `/media/../${file}`);
  expect(guesses.length).toBeGreaterThanOrEqual(40);
  const answers: [string, number | undefined][] = [];
  for (const guess of guesses) answers.push([guess, await statusOf(guess)]);
  expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
});

it('removes everything in one publish when all items are deleted', async () => {
  const pages = [...new Set(pathsOf(await library()))];
  const files = items.flatMap(({ sources, imageUrl }) => [
    imageUrl,
    ...sources.map(({ url }) => url),
  ]);
  for (const address of [...pages, ...files])
    expect([address, await statusOf(address)]).toEqual([address, 200]);
  const { releaseId } = await state();
  await client.call('POST', '/api/admin/media/bulk-delete', { ids: items.map(({ id }) => id) });
  await waitFor('the next publish', async () => {
    const now = await state();
    return now.state === 'live' && now.releaseId !== releaseId;
  });
  for (const address of [...pages, ...files])
    expect([address, await statusOf(address)]).toEqual([address, 404]);
});
