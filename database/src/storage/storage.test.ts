import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../data-folder.ts';
import { startBucketDouble } from '../testing/bucket-double.ts';
import { describeBucket } from '../testing/bucket-suite.ts';
import { bucketSettings, openBucket } from '../testing/open-bucket.ts';
import { describeStorage, newKey } from '../testing/storage-suite.ts';
import { openStorage } from './storage.ts';
import type { StoredName } from './stored-name.ts';

async function openDisk() {
  const folder = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-storage-')));
  return {
    storage: openStorage({ kind: 'disk' }, folder),
    upload: async (bytes: Buffer): Promise<StoredName> => {
      const key = newKey();
      mkdirSync(folder.incoming, { recursive: true });
      writeFileSync(path.join(folder.incoming, key), bytes);
      return `incoming/${key}`;
    },
    close: async () => rmSync(folder.root, { recursive: true, force: true }),
  };
}

async function openDouble() {
  const double = await startBucketDouble(Date.now);
  const bench = openBucket(bucketSettings(double.variables));
  const close = async () => {
    await bench.close();
    await double.close();
  };
  return { ...bench, close };
}

describeStorage('disk', openDisk);
describeStorage('a bucket in this process', openDouble);
describeBucket('in this process', openDouble);
