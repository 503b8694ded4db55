import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../data-folder.ts';
import { describeStorage, newKey } from '../testing/storage-suite.ts';
import { openStorage } from './storage.ts';
import type { StoredName } from './stored-name.ts';

describeStorage('disk', async () => {
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
});
