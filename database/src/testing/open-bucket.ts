/** Opens a bucket of given variables with folders of its own, for the suites. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BucketSettings, readEnvironment } from '@veldlicht/contract/environment';
import { dataFolder } from '../data-folder.ts';
import type { BucketOptions } from '../storage/bucket-storage.ts';
import { openStorage } from '../storage/storage.ts';
import { incomingName } from '../storage/stored-name.ts';
import { putFile } from './bucket-suite.ts';
import { newKey } from './storage-suite.ts';

/** The bucket that these variables name. Throws when they name none. */
export function bucketSettings(variables: Record<string, string | undefined>): BucketSettings {
  const { storage } = readEnvironment(variables);
  if (storage.kind !== 's3') throw new Error('the variables name no bucket');
  return storage;
}

export function openBucket(settings: BucketSettings, options: BucketOptions = {}) {
  const now = options.now ?? Date.now;
  const folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-storage-')));
  const storage = openStorage(settings, folder, { ...options, now });
  const upload = async (bytes: Buffer) => {
    const key = newKey();
    const url = await storage.direct?.address(key, now());
    const status = await putFile(url ?? '', Buffer.from(bytes));
    if (status !== 200) throw new Error(`the bucket answered ${status}`);
    return incomingName(key) ?? 'incoming/';
  };
  return {
    settings,
    storage,
    folder,
    now,
    upload,
    close: async () => rmSync(folder.root, { recursive: true, force: true }),
  };
}
