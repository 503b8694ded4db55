/** What a service may do wrong, which no real one does when asked to. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, dataFolder } from '../data-folder.ts';
import { type Answering, type AnswerServer, startAnswerServer } from '../testing/answer-server.ts';
import { freeName, hashOf, listAll, newKey } from '../testing/storage-suite.ts';
import { type BucketRules, defaultPatience } from './bucket-client.ts';
import { openStorage, type Storage } from './storage.ts';
import { StorageError, TooLargeError } from './storage-error.ts';
import { originalName } from './stored-name.ts';

const patience = { ...defaultPatience, waitsMs: [1, 2, 3] };
/** For a storage that goes silent; any other has its time, however busy the machine is. */
const impatient = { ...patience, answerMs: 300, silenceMs: 300 };
const picture = Buffer.from('picture');

let server: AnswerServer;
let folder: DataFolder;
let storage: Storage;
beforeEach(async () => {
  server = await startAnswerServer();
  folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-bucket-')));
  mkdirSync(folder.working);
  open();
});
afterEach(async () => {
  await server.close();
  rmSync(folder.root, { recursive: true, force: true });
});

function open(rules: Partial<BucketRules> = {}): void {
  storage = openStorage(server.settings, folder, { patience, ...rules });
}
const errorOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (!(error instanceof Error)) throw new Error('nothing went wrong');
  return error;
};

const answers =
  (status: number, text: string | Buffer = '', headers = {}): Answering =>
  (_request, response) =>
    response.writeHead(status, headers).end(text);
const holdsPicture = answers(200, picture);
const silence: Answering = () => undefined;
const hangUp: Answering = (request) => request.socket.destroy();
const breakOff: Answering = (_request, response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('half a file', () => response.destroy());
};
const stall: Answering = (_request, response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('half a file');
};

it.each([
  ['answers 500', answers(500), patience],
  ['answers 503', answers(503), patience],
  ['answers 429', answers(429), patience],
  ['hangs up', hangUp, patience],
  ['says nothing', silence, impatient],
  ['breaks off', breakOff, patience],
  ['stops half-way', stall, impatient],
])('retries a storage that three times %s', async (_, fault, waits) => {
  open({ patience: waits });
  server.answer = (...wire) => (server.calls.length <= 3 ? fault : holdsPicture)(...wire);
  expect((await storage.borrow(freeName()))?.bytes).toBe(7);
  expect(server.calls).toHaveLength(4);
});

it.each([
  ['answers 503', answers(503), patience],
  ['hangs up', hangUp, patience],
  ['says nothing', silence, impatient],
])('gives up on a storage that always %s, in bounded time', async (_, fault, waits) => {
  open({ patience: waits });
  server.answer = fault;
  const name = freeName();
  const calls = [storage.size(name), storage.borrow(name), storage.remove(name), listAll(storage)];
  for (const error of await Promise.all(calls.map(errorOf)))
    expect(error).toBeInstanceOf(StorageError);
  expect(server.calls).toHaveLength(16);
  expect(readdirSync(folder.working)).toEqual([]);
});

it('lends each borrower a copy of its own, which no other gives back', async () => {
  server.answer = holdsPicture;
  const original = originalName(hashOf(picture), 'jpg');
  const [read, sent] = [await storage.borrow(original), await storage.borrow(original)];
  await sent?.giveBack();
  expect(readFileSync(read?.file ?? '', 'utf8')).toBe('picture');
  await read?.giveBack();
  expect(readdirSync(folder.working)).toEqual([]);
});

it('does not retry a refusal', async () => {
  server.answer = answers(403);
  expect(await errorOf(storage.size(freeName()))).toBeInstanceOf(StorageError);
  expect(server.calls).toHaveLength(1);
});

it('follows no redirect to another host (T20)', async () => {
  const canary = await startAnswerServer();
  server.answer = answers(307, '', { location: canary.settings.endpoint });
  for (const work of [storage.size(freeName()), storage.borrow(freeName())])
    expect(await errorOf(work)).toBeInstanceOf(StorageError);
  expect(canary.calls).toEqual([]);
  await canary.close();
});

it('stores the borrowed bytes, even if the upload was replaced', async () => {
  const [upload, original] = [freeName(), originalName(hashOf(picture), 'jpg')];
  const sent: Promise<string>[] = [];
  const bodyOf = async (request: IncomingMessage) => (await request.toArray()).join('');
  server.answer = (request, response) => {
    if (request.method === 'GET') return holdsPicture(request, response);
    if (request.method === 'PUT') sent.push(bodyOf(request));
    response.end();
  };
  const borrowed = await storage.borrow(upload);
  server.calls.length = 0;
  if (borrowed) await storage.keep(borrowed, original);
  expect(server.calls).toEqual([`PUT ${original}`, `DELETE ${upload}`]);
  expect(await Promise.all(sent)).toEqual(['picture']);
});

it.each([
  ['with its length', (length: number) => ({ 'content-length': length })],
  ['without', () => ({})],
])('reads a file of the largest size, %s, and no byte more (T18)', async (_how, headers) => {
  open({ maxBytes: 5000 });
  const send = (length: number) => answers(200, Buffer.alloc(length), headers(length));
  server.answer = send(5000);
  expect((await storage.borrow(freeName()))?.bytes).toBe(5000);
  server.answer = send(5001);
  expect(await errorOf(storage.borrow(freeName()))).toBeInstanceOf(TooLargeError);
  expect(readdirSync(folder.working)).toHaveLength(1);
});

it.each([
  ['an original that does not hold what its name says', {}, /does not hold/],
  ['a file that would be unpacked on the way', { 'content-encoding': 'x' }, /content encoding/],
])('takes no %s', async (_what, headers, reason) => {
  server.answer = answers(200, picture, headers);
  const original = originalName('ab'.repeat(16), 'jpg');
  expect(String(await errorOf(storage.borrow(original)))).toMatch(reason);
  expect(readdirSync(folder.working)).toEqual([]);
});

it('never reveals its secret key in a call or an error', async () => {
  const seen: string[] = [];
  server.answer = ({ url, rawHeaders }, response) => {
    seen.push(url ?? '', ...rawHeaders);
    response.writeHead(500).end();
  };
  const error = await errorOf(storage.borrow(freeName()));
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    expect(`${cause.message} ${cause.stack}`).not.toMatch(/secret\/access|Signature|KEYID/);
  seen.push(String(await storage.direct?.address(newKey(), 0)));
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.join(' ')).not.toMatch(/secret(?:\/|%2F)access/);
});

it('finds files stored on disk before the bucket was set up', async () => {
  const [upload, original] = [freeName(), originalName('cd'.repeat(16), 'png')];
  for (const name of [upload, original]) {
    mkdirSync(path.join(folder.root, path.dirname(name)));
    writeFileSync(path.join(folder.root, name), 'from before');
  }
  await storage.borrow(original).then((old) => old?.giveBack());
  expect(await storage.size(original)).toBe(11);
  const sent = await storage.borrow(upload);
  const kept = originalName(createHash('sha256').update('x').digest('hex').slice(0, 32), 'png');
  if (sent) await storage.keep(sent, kept);
  expect((await storage.borrow(kept))?.bytes).toBe(11);
  for (const gone of [original, kept]) {
    await storage.remove(gone);
    expect(await storage.size(gone)).toBeNull();
  }
  expect(server.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
});
