import type { DeploySettings } from '@veldlicht/contract/environment';
import { bucketStore } from './bucket-store.ts';
import type { DeployTarget } from './deploy-target.ts';
import { folderStore, inPlaceTarget } from './in-place-target.ts';
import { localTarget } from './local-target.ts';
import { rsyncTarget } from './rsync-target.ts';

/** The target that the configuration names. */
export function openTarget(settings: DeploySettings): DeployTarget {
  switch (settings.kind) {
    case 'folder':
      return inPlaceTarget(folderStore(settings.folder));
    case 'local':
      return localTarget(settings.folder);
    case 's3':
      return inPlaceTarget(bucketStore(settings));
    case 'rsync':
      return rsyncTarget(settings);
  }
}
