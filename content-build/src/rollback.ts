/** Going back to a release that is still on disk, without bringing back what was removed since. */

import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import { contentState, releases as releaseTable, removals } from '@veldlicht/database/schema';
import { count, eq, gt } from 'drizzle-orm';
import { readState } from './publish-state.ts';
import { activateRelease } from './release/activate-release.ts';
import { exists } from './release/durable-file.ts';
import { loadRelease } from './release/live-release.ts';
import { linkedMedia, linkMedia, unlinkMedia } from './release/public-media.ts';
import { releaseFolder } from './release/release-folder.ts';

/** Says why a step back can't be taken. */
export class RollbackError extends Error {
  override name = 'RollbackError';
}

/**
 * Shows an older release again. The content in the database stays; the next change publishes it.
 * Refused when something was deleted, drafted or made less exact since: that must not come back.
 */
export async function rollBack(
  db: Database,
  folder: DataFolder,
  id: string,
  now: number,
): Promise<void> {
  const releases = releaseFolder(folder.releases);
  const release = await loadRelease(releases, id).catch(() => {
    throw new RollbackError(`There is no release ${id}.`);
  });
  const { revision } = release.manifest;
  // Read before the removals: what is removed from here on is a change, and publishes.
  const { revision: heldRevision } = readState(db);
  const removed = db
    .select({ n: count() })
    .from(removals)
    .where(gt(removals.revision, revision))
    .get();
  if (removed && removed.n > 0)
    throw new RollbackError(
      `Release ${id} shows ${removed.n} items or places that were removed since; it stays closed.`,
    );
  const hashes = new Set<string>();
  for (const page of release.pages.values()) if (page.media) hashes.add(page.media);
  for (const hash of hashes)
    if (!(await exists(path.join(folder.renditions, hash))))
      throw new RollbackError(`Release ${id} shows a picture that no longer exists.`);
  const linked = await linkedMedia(folder.publicMedia);
  await linkMedia(
    folder.publicMedia,
    folder.renditions,
    [...hashes].filter((hash) => !linked.has(hash)),
  );
  await activateRelease(releases, id);
  await unlinkMedia(
    folder.publicMedia,
    [...linked].filter((hash) => !hashes.has(hash)),
  );
  db.transaction((tx) => {
    tx.update(releaseTable).set({ state: 'kept' }).where(eq(releaseTable.state, 'live')).run();
    tx.update(releaseTable).set({ state: 'live' }).where(eq(releaseTable.id, id)).run();
    tx.update(contentState)
      .set({
        releaseId: id,
        publishedAt: now,
        heldRevision,
        error: null,
      })
      .run();
  });
}
