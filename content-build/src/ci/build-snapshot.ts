/** Builds the whole site of a snapshot in a folder of its own, on a machine without the database. */
import path from 'node:path';
import { buildRelease } from '../release/build-release.ts';
import { loadRelease } from '../release/live-release.ts';
import type { LiveRelease } from '../release/manifest.ts';
import { planRelease } from '../release/plan-release.ts';
import { type ReleaseFolder, releaseFolder } from '../release/release-folder.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import { VerificationError, verifyFiles, verifyPlanned } from '../release/verify-release.ts';
import { type Snapshot, snapshotSource } from '../snapshot/snapshot-file.ts';

export interface BuiltSite {
  releases: ReleaseFolder;
  release: LiveRelease;
  pages: number;
}

/**
 * Renders every page and looks at the result. `media` are the pictures that will be there. Throws
 * `RenderError` or `VerificationError`.
 */
export async function buildSnapshot(
  snapshot: Snapshot,
  site: SiteRenderer,
  folder: string,
  media: Iterable<string>,
  onPage: (done: number, total: number) => void,
): Promise<BuiltSite> {
  const releases = releaseFolder(path.join(folder, 'releases'));
  const source = snapshotSource(snapshot);
  try {
    const plan = planRelease(source, null, site);
    const built = await buildRelease(plan, source, null, { releases, site, onPage });
    verifyPlanned(plan, built);
    await verifyFiles(releases, built, plan.id);
    const known = new Set(media);
    for (const url of built.media.keys())
      if (!known.has(url.slice(1)))
        throw new VerificationError(
          `The new release is not complete: the picture ${url} is missing`,
        );
    const release = await loadRelease(releases, built.manifest.id);
    return { releases, release, pages: release.pages.size };
  } finally {
    source.close();
  }
}
