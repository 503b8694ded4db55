/** Tests of every storage, run against the disk and a real bucket. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../sha256.ts';
import type { Storage, Stored } from '../storage/storage.ts';
import { incomingName, originalName, type StoredName } from '../storage/stored-name.ts';

interface StorageBench {
  storage: Storage;
  /** Sends a file as a browser or the API would; returns its name below incoming/. */
  upload: (bytes: Buffer) => Promise<StoredName>;
  close: () => Promise<void>;
}

export function hashOf(bytes: Buffer): string {
  return sha256(bytes).slice(0, 32);
}

export function newKey(): string {
  return randomBytes(16).toString('hex');
}

/** A name that nothing is stored under. */
export function freeName(): StoredName {
  return incomingName(newKey()) ?? 'incoming/';
}

export async function listAll(storage: Storage): Promise<Stored[]> {
  const all: Stored[] = [];
  for await (const stored of storage.listIncoming()) all.push(stored);
  return all;
}

/** Registers the tests; `open` is called once, and what it opens is closed at the end. */
export function describeStorage(title: string, open: () => Promise<StorageBench>): void {
  describe(`storage: ${title}`, () => {
    let bench: StorageBench;
    let storage: Storage;
    beforeAll(async () => {
      bench = await open();
      storage = bench.storage;
    });
    afterAll(() => bench?.close());

    /** Stores random bytes as an upload and borrows them. */
    async function lent(size = 100_000) {
      const bytes = randomBytes(size);
      const name = await bench.upload(bytes);
      const borrowed = await storage.borrow(name);
      if (!borrowed) throw new Error('what was sent is not there');
      return { bytes, name, borrowed, original: originalName(hashOf(bytes), 'jpg') };
    }

    it('finds nothing under an unused name', async () => {
      expect(await storage.size(freeName())).toBeNull();
      expect(await storage.borrow(freeName())).toBeNull();
      expect(await storage.borrow(originalName(newKey(), 'jpg'))).toBeNull();
    });

    it('returns the size of an upload and lends its bytes', async () => {
      const { bytes, name, borrowed } = await lent();
      expect(await storage.size(name)).toBe(bytes.length);
      expect(borrowed).toMatchObject({ name, bytes: bytes.length });
      expect([null, hashOf(bytes)]).toContain(borrowed.hash);
      expect(readFileSync(borrowed.file).equals(bytes)).toBe(true);
    });

    it('takes a file back twice, and lends it again', async () => {
      const { bytes, name, borrowed } = await lent();
      await borrowed.giveBack();
      await borrowed.giveBack();
      const again = await storage.borrow(name);
      expect(again && readFileSync(again.file).equals(bytes)).toBe(true);
    });

    it('moves an upload to the originals and lends it from there', async () => {
      const { bytes, name, borrowed, original } = await lent();
      await storage.keep(borrowed, original);
      await borrowed.giveBack();
      expect(await storage.size(name)).toBeNull();
      expect(await storage.borrow(name)).toBeNull();
      expect(await storage.size(original)).toBe(bytes.length);
      for (const _turn of ['from what the reading left', 'from the storage itself']) {
        const kept = await storage.borrow(original);
        expect(kept && readFileSync(kept.file).equals(bytes)).toBe(true);
        await kept?.giveBack();
      }
      expect(await storage.size(original)).toBe(bytes.length);
    });

    it('keeps an original again without a change', async () => {
      const { bytes, borrowed, original } = await lent();
      await storage.keep(borrowed, original);
      const kept = await storage.borrow(original);
      if (!kept) throw new Error('the original is gone');
      await storage.keep(kept, original);
      expect(await storage.size(original)).toBe(bytes.length);
    });

    it('stores the same bytes of two uploads once', async () => {
      const bytes = randomBytes(1000);
      const names = [await bench.upload(bytes), await bench.upload(bytes)];
      const original = originalName(hashOf(bytes), 'png');
      for (const name of names) {
        const borrowed = await storage.borrow(name);
        if (borrowed) await storage.keep(borrowed, original);
      }
      expect(await storage.size(original)).toBe(1000);
      for (const name of names) expect(await storage.size(name)).toBeNull();
    });

    it('removes uploads and originals, also missing ones', async () => {
      const { name, borrowed, original } = await lent();
      const second = await lent();
      await storage.keep(borrowed, original);
      for (const gone of [original, name, second.name, freeName()]) {
        await storage.remove(gone);
        expect(await storage.size(gone)).toBeNull();
        expect(await storage.borrow(gone)).toBeNull();
      }
    });

    it('keeps a file whose `keep` was called after `remove`', async () => {
      const first = await lent();
      await storage.keep(first.borrowed, first.original);
      const borrowed = await storage.borrow(await bench.upload(first.bytes));
      if (!borrowed) throw new Error('what was sent is not there');
      await Promise.all([storage.remove(first.original), storage.keep(borrowed, first.original)]);
      expect(await storage.size(first.original)).toBe(first.bytes.length);
    });

    it('lists uploads with their age, and no originals', async () => {
      for (const { name } of await listAll(storage)) await storage.remove(name);
      const { borrowed, original } = await lent(10);
      await storage.keep(borrowed, original);
      const names = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map(() => bench.upload(randomBytes(9))),
      );
      const listed = await listAll(storage);
      expect(listed.map(({ name }) => name).sort()).toEqual(names.sort());
      for (const { changedAt } of listed)
        expect(Math.abs(Date.now() - changedAt)).toBeLessThan(10 * 60_000);
    });
  });
}
