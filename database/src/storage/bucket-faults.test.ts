import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BucketDouble, type Fault, startBucketDouble } from '../testing/bucket-double.ts';
import { putFile } from '../testing/bucket-suite.ts';
import { bucketSettings, openBucket } from '../testing/open-bucket.ts';
import { listAll, newKey } from '../testing/storage-suite.ts';
import { defaultPatience } from './bucket-call.ts';
import { StorageError, TooLargeError } from './storage-error.ts';
import { incomingName, originalName } from './stored-name.ts';

const SECRET = 'double/secret+key';
const patience = { ...defaultPatience, waitsMs: [1, 2, 3] };
/** For a storage that goes silent; any other has its time, however busy the machine is. */
const impatient = { ...patience, answerMs: 1500, silenceMs: 1500 };
const start = Date.UTC(2026, 4, 31, 12);

let double: BucketDouble;
let bench: ReturnType<typeof openBucket>;
let time: number;
beforeEach(async () => {
  time = start;
  double = await startBucketDouble(() => time);
  bench = open(patience);
});
afterEach(async () => {
  await bench.close();
  await double.close();
});

const open = (waits: typeof patience) =>
  openBucket(bucketSettings(double.variables), { now: () => time, patience: waits });
async function reopen(waits: typeof patience): Promise<void> {
  await bench.close();
  bench = open(waits);
}
const name = () => incomingName(newKey()) ?? 'incoming/';
const errorOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (!(error instanceof Error)) throw new Error('nothing went wrong');
  return error;
};
/** Does something for the first so many requests, and counts all of them. */
function faulty(times: number, fault: Fault) {
  const seen = { requests: 0 };
  double.fault = (...wire) => {
    seen.requests += 1;
    return seen.requests <= times && fault(...wire);
  };
  return seen;
}
const answers =
  (status: number): Fault =>
  (_request, response) => {
    response.writeHead(status).end();
    return true;
  };
const silence: Fault = () => true;
const hangUp: Fault = (request) => {
  request.socket.destroy();
  return true;
};
const breakOff: Fault = (_request, response) => {
  response.writeHead(200, { 'content-length': 100, etag: '"x"' });
  response.write('half a file', () => response.destroy());
  return true;
};
const stall: Fault = (_request, response) => {
  response.writeHead(200, { 'content-length': 100, etag: '"x"' });
  response.write('half a file');
  return true;
};

it.each([
  ['answers 500', answers(500), patience],
  ['answers 503', answers(503), patience],
  ['answers 429', answers(429), patience],
  ['hangs up', hangUp, patience],
  ['says nothing', silence, impatient],
  ['breaks off', breakOff, patience],
  ['stops half-way', stall, impatient],
])('fetches a file in the end from a storage that three times %s', async (_what, fault, waits) => {
  await reopen(waits);
  const upload = name();
  await double.place(upload, Buffer.from('picture'));
  const seen = faulty(3, fault);
  expect((await bench.storage.borrow(upload))?.bytes).toBe(7);
  expect(seen.requests).toBe(4);
});

it.each([
  ['answers 503', answers(503), patience],
  ['hangs up', hangUp, patience],
  ['says nothing', silence, impatient],
])(
  'gives up on a storage that always %s, in bounded time, and leaves nothing',
  async (_what, fault, waits) => {
    await reopen(waits);
    const upload = name();
    const seen = faulty(Number.POSITIVE_INFINITY, fault);
    const errors = await Promise.all(
      [
        bench.storage.size(upload),
        bench.storage.borrow(upload),
        bench.storage.remove(upload),
        listAll(bench.storage),
      ].map(errorOf),
    );
    for (const error of errors) expect(error).toBeInstanceOf(StorageError);
    expect(seen.requests).toBe(16);
    expect(readdirSync(bench.folder.working)).toEqual([]);
  },
);

it('does not ask again when the storage refuses', async () => {
  const seen = faulty(9, answers(403));
  expect(await errorOf(bench.storage.size(name()))).toBeInstanceOf(StorageError);
  expect(seen.requests).toBe(1);
});

it('follows no answer to another host (T20)', async () => {
  let connections = 0;
  const canary = createServer((_request, response) => response.end('hello'));
  canary.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  const { port } = canary.address() as AddressInfo; // it listens on a port
  faulty(99, (_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    return true;
  });
  for (const work of [bench.storage.size(name()), bench.storage.borrow(name())])
    expect(await errorOf(work)).toBeInstanceOf(StorageError);
  expect(connections).toBe(0);
  await new Promise((done) => canary.close(done));
});

it.each([
  ['failed after its 200', 200, '<Error><Code>InternalError</Code></Error>'],
  ['has other bytes', 200, '<CopyObjectResult><ETag>&quot;ab&quot;</ETag></CopyObjectResult>'],
  ['is unknown to the service', 501, ''],
  ['is forbidden', 403, ''],
])('sends the file itself when a copy in the bucket %s', async (_what, status, text) => {
  const upload = await bench.upload(Buffer.from('picture'));
  const borrowed = await bench.storage.borrow(upload);
  if (!borrowed) throw new Error('what was sent is not there');
  double.fault = ({ headers }, response) => {
    if (!headers['x-amz-copy-source']) return false;
    response.writeHead(status).end(text);
    return true;
  };
  const original = originalName(borrowed.hash ?? '', 'jpg');
  await bench.storage.keep(borrowed, original);
  expect(double.names()).toEqual([original]);
  expect(readFileSync(double.fileOf(original) ?? '', 'utf8')).toBe('picture');
});

it('copies inside the bucket when the service can', async () => {
  const upload = await bench.upload(Buffer.from('picture'));
  const borrowed = await bench.storage.borrow(upload);
  double.calls.length = 0;
  const original = originalName(borrowed?.hash ?? '', 'jpg');
  if (borrowed) await bench.storage.keep(borrowed, original);
  expect(double.calls).toEqual([`PUT ${original}`, `DELETE ${upload}`]);
});

it.each([
  ['with its length', (length: number) => ({ 'content-length': length })],
  ['without', () => ({})],
])('reads a file of the largest size, %s, and no byte more (T18)', async (_how, headers) => {
  const small = openBucket(bucketSettings(double.variables), { now: () => time, maxBytes: 5000 });
  const send =
    (length: number): Fault =>
    (_request, response) => {
      response.writeHead(200, { etag: '"x"', ...headers(length) });
      response.end(Buffer.alloc(length));
      return true;
    };
  double.fault = send(5000);
  expect((await small.storage.borrow(name()))?.bytes).toBe(5000);
  double.fault = send(5001);
  expect(await errorOf(small.storage.borrow(name()))).toBeInstanceOf(TooLargeError);
  expect(readdirSync(small.folder.working)).toHaveLength(1);
  await small.close();
});

it('takes no original that does not hold what its name says', async () => {
  const original = originalName('ab'.repeat(16), 'jpg');
  await double.place(original, Buffer.from('something else'));
  expect(String(await errorOf(bench.storage.borrow(original)))).toMatch(/does not hold/);
  expect(readdirSync(bench.folder.working)).toEqual([]);
});

it('takes no upload that would be unpacked on the way', async () => {
  const key = newKey();
  const url = (await bench.storage.direct?.address(key, time)) ?? '';
  await putFile(url, Buffer.from('zip'), { 'content-encoding': 'gzip' });
  const upload = incomingName(key) ?? 'incoming/';
  expect(String(await errorOf(bench.storage.borrow(upload)))).toMatch(/content encoding/);
});

it('lets an address in until the very end of its seven days (T21)', async () => {
  const key = newKey();
  const url = (await bench.storage.direct?.address(key, time)) ?? '';
  time = start + 604_800_000 - 1;
  expect(await putFile(url, Buffer.from('x'))).toBe(200);
  time += 1;
  expect(await putFile(url, Buffer.from('y'))).toBe(403);
});

it('says nothing of its key in any call or error', async () => {
  const seen: string[] = [];
  double.fault = ({ url, rawHeaders }, response) => {
    seen.push(url ?? '', ...rawHeaders);
    response.writeHead(500).end();
    return true;
  };
  const error = await errorOf(bench.storage.borrow(name()));
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    expect(`${cause.message} ${cause.stack}`).not.toMatch(/double\/secret|Signature|DOUBLEKEYID/);
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.join(' ')).not.toContain(SECRET);
  expect(await bench.storage.direct?.address(newKey(), time)).not.toContain(
    encodeURIComponent(SECRET),
  );
});

it('still finds what was stored on the disk before the bucket came', async () => {
  const original = originalName('cd'.repeat(16), 'png');
  const upload = name();
  for (const [folder, file] of [
    [bench.folder.originals, `${bench.folder.originals}/${original.slice(10)}`],
    [bench.folder.incoming, `${bench.folder.incoming}/${upload.slice(9)}`],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, 'from before');
  }
  const old = await bench.storage.borrow(original);
  await old?.giveBack();
  expect(existsSync(old?.file ?? '')).toBe(true);
  const sent = await bench.storage.borrow(upload);
  const kept = originalName('ef'.repeat(16), 'png');
  if (sent) await bench.storage.keep(sent, kept);
  expect((await bench.storage.borrow(kept))?.bytes).toBe(11);
  for (const gone of [original, kept]) {
    await bench.storage.remove(gone);
    expect(await bench.storage.size(gone)).toBeNull();
  }
  expect(double.names()).toEqual([]);
});
