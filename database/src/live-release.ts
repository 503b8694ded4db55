/** The release that visitors see, as it stands on the disk: the API, the worker and a start look at it alike. */
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';

/** Its id, `r<revision>-…`; null without one. */
export function liveReleaseId({ releases }: Pick<DataFolder, 'releases'>): string | null {
  try {
    return path.basename(readlinkSync(path.join(releases, 'current')));
  } catch {
    return null;
  }
}

function hasBytes(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return readSync(descriptor, Buffer.alloc(1)) > 0;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** Whether visitors get a home page, in each of the forms that web servers choose from; false whatever stands in the way. */
export function isServable(folder: Pick<DataFolder, 'releases'>): boolean {
  const id = liveReleaseId(folder);
  if (id === null) return false;
  const home = path.join(folder.releases, id, 'index.html');
  return ['', '.br', '.gz'].every((form) => hasBytes(home + form));
}
