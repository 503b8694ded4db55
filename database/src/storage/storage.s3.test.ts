/** What every storage and only a bucket must do, at the service that the environment names. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder } from '../data-folder.ts';
import { openNewBucket } from '../testing/s3-bucket.ts';
import { describeStorage, hashOf, newKey } from '../testing/storage-suite.ts';
import { type DirectUploads, openStorage } from './storage.ts';
import { StorageError } from './storage-error.ts';
import { incomingName, originalName } from './stored-name.ts';

type Body = Buffer<ArrayBuffer>;

/** A PUT as the browser makes it. */
async function putFile(url: string, body: Body, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'PUT', body, headers });
  await answer.text();
  return answer.status;
}

async function openReal() {
  const settings = await openNewBucket();
  const folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-storage-')));
  const storage = openStorage(settings, folder);
  const upload = async (bytes: Buffer) => {
    const key = newKey();
    const url = (await storage.direct?.address(key, Date.now())) ?? '';
    expect(await putFile(url, Buffer.from(bytes))).toBe(200);
    return incomingName(key) ?? 'incoming/';
  };
  const close = async () => rmSync(folder.root, { recursive: true, force: true });
  return { settings, folder, storage, upload, close };
}

describeStorage('a real bucket', openReal);

describe('a bucket (threats T20, T21)', () => {
  let bench: Awaited<ReturnType<typeof openReal>>;
  let direct: DirectUploads;
  beforeAll(async () => {
    bench = await openReal();
    if (!bench.storage.direct) throw new Error('a bucket takes uploads by itself');
    direct = bench.storage.direct;
  });
  afterAll(() => bench?.close());

  const sizeOf = (key: string) => bench.storage.size(incomingName(key) ?? 'incoming/');
  const address = (key: string, agoSeconds = 0) =>
    direct.address(key, Date.now() - agoSeconds * 1000);

  it.each(['image/jpeg', 'video/quicktime', ''])(
    'accepts a file of the type %o at a presigned address',
    async (type) => {
      const key = newKey();
      const url = await address(key);
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('604800');
      expect(await putFile(url, randomBytes(500), type ? { 'content-type': type } : {})).toBe(200);
      expect(await sizeOf(key)).toBe(500);
      expect(direct.keyOf(url)).toBe(key);
    },
  );

  it('gives an address that is worth nothing once any part of it is changed (T21)', async () => {
    const key = newKey();
    const url = await address(key);
    const change = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
    const altered: string[] = [];
    for (const [name, value] of new URL(url).searchParams)
      for (const at of [0, value.length - 1]) {
        const changed = new URL(url);
        changed.searchParams.set(name, change(value, at));
        altered.push(changed.href);
        const without = new URL(url);
        without.searchParams.delete(name);
        altered.push(without.href);
      }
    altered.push(url.replace(key, newKey()), url.replace('/incoming/', '/originals/'));
    altered.push(url.replace('604800', '604801'), url.replace('604800', '60480000'));
    altered.push(url.split('?')[0] ?? '');
    for (const one of altered) {
      const status = await putFile(one, randomBytes(5));
      expect([one, status >= 400 && status < 500]).toEqual([one, true]);
    }
    expect(await sizeOf(key)).toBeNull();
    expect(await putFile(url, randomBytes(5))).toBe(200);
  });

  it('gives an address for a PUT only', async () => {
    const key = newKey();
    const url = await address(key);
    await putFile(url, randomBytes(5));
    for (const method of ['GET', 'DELETE', 'POST']) {
      const answer = await fetch(url, { method });
      expect([method, answer.status >= 400]).toEqual([method, true]);
      await answer.text();
    }
    expect(await sizeOf(key)).toBe(5);
  });

  it('gives an address that lives for seven days (T21)', async () => {
    const key = newKey();
    const late = await address(key, UPLOAD_TICKET_SECONDS + 1);
    expect(await putFile(late, randomBytes(5))).toBe(403);
    expect(await sizeOf(key)).toBeNull();
    expect(await putFile(await address(key, UPLOAD_TICKET_SECONDS - 60), randomBytes(5))).toBe(200);
  });

  it('never changes an original by a later PUT to the address of its upload', async () => {
    const key = newKey();
    const [bytes, other] = [randomBytes(2000), randomBytes(3000)];
    const url = await address(key);
    await putFile(url, bytes);
    const borrowed = await bench.storage.borrow(incomingName(key) ?? 'incoming/');
    const original = originalName(hashOf(bytes), 'jpg');
    if (borrowed) await bench.storage.keep(borrowed, original);
    expect(await putFile(url, other)).toBe(200);
    const kept = await bench.storage.borrow(original);
    await kept?.giveBack();
    const again = await bench.storage.borrow(original);
    expect(again && readFileSync(again.file).equals(bytes)).toBe(true);
  });

  it('keeps the bytes that were read when others take their place meanwhile', async () => {
    const key = newKey();
    const bytes = randomBytes(2000);
    const url = await address(key);
    await putFile(url, bytes);
    const borrowed = await bench.storage.borrow(incomingName(key) ?? 'incoming/');
    if (!borrowed) throw new Error('what was sent is not there');
    expect(borrowed.hash).toBe(hashOf(bytes));
    await putFile(url, randomBytes(2000));
    const original = originalName(hashOf(bytes), 'jpg');
    await bench.storage.keep(borrowed, original);
    await bench.storage.borrow(original).then((copy) => copy?.giveBack());
    const kept = await bench.storage.borrow(original);
    expect(kept && readFileSync(kept.file).equals(bytes)).toBe(true);
    expect(await sizeOf(key)).toBeNull();
  });

  it('leaves no copy on this machine once everything is given back', async () => {
    const key = newKey();
    await putFile(await address(key), randomBytes(2000));
    const borrowed = await bench.storage.borrow(incomingName(key) ?? 'incoming/');
    const isHere = () => readdirSync(bench.folder.working).some((name) => name.endsWith(key));
    expect(isHere()).toBe(true);
    await borrowed?.giveBack();
    expect(isHere()).toBe(false);
  });

  it('says in one line that the key does not open the bucket, without saying the key', async () => {
    const settings = { ...bench.settings, secretAccessKey: 'wrong-secret-key' };
    const locked = openStorage(settings, bench.folder);
    const tries = [
      () => locked.size('incoming/00000000000000000000000000000000'),
      () => locked.borrow('incoming/00000000000000000000000000000000'),
      () => locked.remove('incoming/00000000000000000000000000000000'),
      async () => (await locked.listIncoming()[Symbol.asyncIterator]().next()).value,
    ];
    for (const attempt of tries) {
      const error: unknown = await attempt().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(StorageError);
      expect(String(error)).toMatch(/the storage answered 403/);
      expect(String(error)).not.toMatch(/wrong-secret-key|Signature=|X-Amz/);
    }
  });
});
