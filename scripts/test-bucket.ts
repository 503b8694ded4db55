/** A new bucket for a journey, at the S3 service in the environment variables. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openStorage } from '@veldlicht/database/storage/storage';
import { originalName } from '@veldlicht/database/storage/stored-name';
import { openNewBucket } from '@veldlicht/database/testing/s3-bucket';

export interface TestBucket {
  /** Environment variables with which the product uses it. */
  variables: Record<string, string>;
  /** Names of uploads. */
  incoming: () => Promise<string[]>;
  /** The original with this hash, or null. */
  original: (hash: string, extension: string) => Promise<Buffer | null>;
}

/** Creates the bucket; browsers of `origin` may send files to it. */
export async function createTestBucket(origin: string): Promise<TestBucket> {
  const settings = await openNewBucket(origin);
  const folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-bucket-')));
  process.once('exit', () => rmSync(folder.root, { recursive: true, force: true }));
  const storage = openStorage(settings, folder);
  return {
    variables: { STORAGE: 's3', S3_BUCKET: settings.bucket },
    incoming: async () => {
      const names: string[] = [];
      for await (const { name } of storage.listIncoming()) names.push(name);
      return names;
    },
    original: async (hash, extension) => {
      const borrowed = await storage.borrow(originalName(hash, extension));
      const bytes = borrowed && readFileSync(borrowed.file);
      await borrowed?.giveBack();
      return bytes;
    },
  };
}
