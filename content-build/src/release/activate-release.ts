/** Puts a release live: one rename, so that a visitor gets the old one or the new one, never neither. */
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { syncPath } from './durable-file.ts';
import type { ReleaseFolder } from './release-folder.ts';

export async function activateRelease(releases: ReleaseFolder, id: string): Promise<void> {
  const temporary = `${releases.current}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(id, temporary);
  renameSync(temporary, releases.current);
  await syncPath(releases.root);
}
