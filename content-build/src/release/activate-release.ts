/** Puts a release live: one rename, so that a visitor gets the old one or the new one, never neither. */
import { lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { syncPath } from '../durable-file.ts';
import type { ReleaseFolder } from './release-folder.ts';

export async function activateRelease(releases: ReleaseFolder, id: string): Promise<void> {
  const temporary = `${releases.current}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(id, temporary);
  // Copying without links leaves a folder in its place, which no rename replaces.
  const strange = `${releases.current}.old`;
  const isFolder = lstatSync(releases.current, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder) renameSync(releases.current, strange);
  renameSync(temporary, releases.current);
  if (isFolder) rmSync(strange, { recursive: true });
  await syncPath(releases.root);
}
