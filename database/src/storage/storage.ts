import type { StorageSettings } from '@veldlicht/contract/environment';
import type { DataFolder } from '../data-folder.ts';
import type { BucketRules } from './bucket-client.ts';
import { bucketStorage } from './bucket-storage.ts';
import { diskStorage } from './disk-storage.ts';
import type { Storage } from './storage-port.ts';

export type { Borrowed, DirectUploads, Storage, Stored } from './storage-port.ts';

/** Opens the storage of the configuration. No call is made yet. */
export function openStorage(
  settings: StorageSettings,
  folder: DataFolder,
  rules?: Partial<BucketRules>,
): Storage {
  return settings.kind === 'disk' ? diskStorage(folder) : bucketStorage(settings, folder, rules);
}
