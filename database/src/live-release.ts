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
  if (liveReleaseId(folder) === null) return false;
  // By the link: a release goes as soon as another has taken its place.
  const home = path.join(folder.releases, 'current', 'index.html');
  return ['', '.br', '.gz'].every((form) => hasBytes(home + form));
}
