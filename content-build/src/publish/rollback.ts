/**
 * Going back to an earlier release without bringing back what was removed since (product decisions
 * §5, decision 028).
 */
import path from 'node:path';
import { reason } from '@veldlicht/contract/reason';
import { exists } from '@veldlicht/database/durable-file';
import { forgive } from '@veldlicht/database/lost-write';
import { findDamage, removeDamaged, withoutDamage } from '../release/check-release.ts';
import { isNothingToDo, planRelease } from '../release/plan-release.ts';
import { closeIndex } from '../release/prune-releases.ts';
import {
  type ChunkRecord,
  currentReleaseId,
  type LiveRelease,
  loadLiveRelease,
  loadRelease,
  type ReleaseFolder,
  type ReleaseManifest,
  releaseFolder,
} from '../release/release-folder.ts';
import { PublishError } from '../release/site-renderer.ts';
import { planChunks } from '../release/site-routes.ts';
import { readSnapshot, readSnapshotList, writeSnapshot } from '../release/snapshot-store.ts';
import { createStaging } from '../release/staging.ts';
import type { ContentSource } from '../snapshot/content-source.ts';
import { openDatabaseSource, siteMoment } from '../snapshot/database-source.ts';
import { indexFiles } from '../snapshot/index-chunk.ts';
import { hasPictures, whatMayBeShown } from '../snapshot/rollback-source.ts';
import { snapshotSource } from '../snapshot/snapshot-file.ts';
import { makeRelease, type PublisherDeps, rowOf, showRelease } from './publish.ts';
import { markSteppedBack, type ReleaseRow, readState } from './publish-state.ts';
import { stepBackChanges } from './release-changes.ts';

/** Says why a release can't be shown again. */
export class RollbackError extends PublishError {
  override name = 'RollbackError';
}

export function noRelease(id: string): RollbackError {
  return new RollbackError(reason('release_unknown', { id }));
}

/** A release whose data is lost can't be shown. */
export function noSnapshot(id: string): RollbackError {
  return new RollbackError(reason('release_closed', { id }));
}

async function isIndexed(releases: ReleaseFolder, { search, view }: ChunkRecord) {
  const names = [search, view].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
  const found = await Promise.all(names.map((name) => exists(path.join(releases.index, name))));
  return !found.includes(false);
}

/**
 * The index chunks of a release that the source still has, with their files in place: a removal
 * since may have closed them. Null when they would be other files now: then nothing of the release
 * fits any more.
 */
async function restoreIndex(
  releases: ReleaseFolder,
  { chunks }: ReleaseManifest,
  source: ContentSource,
): Promise<ReleaseManifest['chunks'] | null> {
  const present: ReleaseManifest['chunks'] = {};
  const staging = createStaging(releases.root);
  for (const { number, key, entries } of planChunks(source)) {
    const chunk = chunks[number];
    if (chunk?.key !== key) continue;
    present[number] = chunk;
    if (await isIndexed(releases, chunk)) continue;
    const { search, view } = indexFiles(source, entries);
    if (search.name !== chunk.search || view.name !== chunk.view) return null;
    for (const { name, json } of [search, view])
      await staging.placeVariants(path.join(releases.index, name), json);
  }
  await staging.commit();
  return present;
}

/**
 * Shows an earlier release again and answers the id of the release that is live then: the same one
 * when nothing it shows was removed since; else a new one, which shows what may be shown of it. The
 * content in the database stays; the next change publishes it. Nothing may be published meanwhile.
 * Throws `RollbackError` when there is no such release, or nothing that tells what it showed, and
 * what publishing throws; the site stays as it is then.
 */
export async function rollBack(deps: PublisherDeps, id: string): Promise<string> {
  const { db, folder, site, origin, now } = deps;
  const releases = releaseFolder(folder.releases);
  const release = await loadRelease(releases, id).catch(() => {
    throw noRelease(id);
  });
  const then = await readSnapshot(releases, id).catch(() => {
    throw noSnapshot(id);
  });
  const moment = siteMoment(now(), readState(db).shownAt);
  // What is removed from here on is a change after this revision, and publishes.
  const today = openDatabaseSource(folder.database, origin, moment);
  const held = { heldRevision: today.revision, shownAt: moment, publishedAt: now() };
  const done = (releaseId: string, made: ReleaseRow | null = null) => {
    markSteppedBack(db, { ...held, releaseId }, made);
    return releaseId;
  };
  try {
    const pictures = await hasPictures(folder, then);
    const { snapshot, isSame } = whatMayBeShown(then, today, pictures);
    const source = snapshotSource({ ...snapshot, site: { ...snapshot.site, origin } });
    /** Or what is removed while this is shown would stay in the index files of the later release. */
    const show = async (manifest: ReleaseManifest) => {
      await showRelease(folder, releases, manifest, source);
      await closeIndex(releases, manifest);
    };
    const isLive = (await currentReleaseId(releases)) === id;
    // All bytes are read when the live one is asked for again; else it would keep somebody waiting.
    const damage = await findDamage(releases, release, site, isLive ? 'bytes' : 'sizes');
    await removeDamaged(damage);
    const isWhole = damage.pages.size + damage.assets.length === 0;
    // Index files of earlier releases are closed on purpose; `restoreIndex` knows.
    const sound = withoutDamage(release, { ...damage, index: [] });
    const chunks = await restoreIndex(releases, release.manifest, source);
    if (isSame && isWhole && chunks && Object.keys(chunks).length === planChunks(source).length) {
      await show(release.manifest);
      return done(id);
    }
    const live = isLive ? sound : await loadLiveRelease(releases);
    if (live && isNothingToDo(planRelease(source, live, site))) return done(live.manifest.id);
    const started = now();
    // Without an index that fits, all of it is made anew.
    const fitting = chunks ? { chunks } : { fingerprint: '' };
    const base: LiveRelease = { ...sound, manifest: { ...sound.manifest, ...fitting } };
    const plan = planRelease(source, base, site);
    const built = await makeRelease(deps, plan, source, base);
    const row = rowOf(plan, built, started, now());
    await show(built.manifest);
    done(row.id, { ...row, changes: stepBackChanges(db, id) });
    // Without it this release can't be gone back to, which is no reason to call this step a failure.
    const known = await readSnapshotList(releases, id);
    await writeSnapshot(releases, row.id, source, known).catch(forgive);
    return row.id;
  } finally {
    today.close();
  }
}
