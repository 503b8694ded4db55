/** Puts a release live: one rename, so that a visitor gets the old one or the new one, never neither. */
import { rename, rm, symlink } from 'node:fs/promises';
import { syncPath } from './durable-file.ts';
import type { ReleaseFolder } from './release-folder.ts';

export async function activateRelease(releases: ReleaseFolder, id: string): Promise<void> {
  const temporary = `${releases.current}.tmp`;
  await rm(temporary, { force: true });
  await symlink(id, temporary);
  await rename(temporary, releases.current);
  await syncPath(releases.root);
}
