/**
 * Going back to an earlier release without bringing back what was removed since (product decisions
 * §5, decision 028).
 */
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { forgive } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import { exists } from '../durable-file.ts';
import { activateRelease } from '../release/activate-release.ts';
import { buildRelease } from '../release/build-release.ts';
import { findDamage, removeDamaged, withoutDamage } from '../release/check-release.ts';
import { currentReleaseId, loadLiveRelease, loadRelease } from '../release/live-release.ts';
import type { ChunkRecord, LiveRelease, ReleaseManifest } from '../release/manifest.ts';
import { isNothingToDo, planRelease } from '../release/plan-release.ts';
import { closeIndex } from '../release/prune-releases.ts';
import { linkedMedia, linkMedia, unlinkMedia } from '../release/public-media.ts';
import { type ReleaseFolder, releaseFolder } from '../release/release-folder.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import { planChunks } from '../release/site-routes.ts';
import { readSnapshot, readSnapshotList, writeSnapshot } from '../release/snapshot-store.ts';
import { createStaging } from '../release/staging.ts';
import { verifyPlanned, verifyRelease } from '../release/verify-release.ts';
import type { ContentSource } from '../snapshot/content-source.ts';
import { openDatabaseSource, siteMoment } from '../snapshot/database-source.ts';
import { type IndexFile, indexFiles } from '../snapshot/index-chunk.ts';
import { hasPictures, whatMayBeShown } from '../snapshot/rollback-source.ts';
import { snapshotSource } from '../snapshot/snapshot-file.ts';
import type { PublishListener } from './publish.ts';
import { markSteppedBack, progressOf, type ReleaseRow, readState } from './publish-state.ts';
import { stepBackChanges } from './release-changes.ts';
import { nothingTells, RollbackError } from './rollback-error.ts';

export interface RollbackDeps {
  db: Database;
  folder: DataFolder;
  site: SiteRenderer;
  origin: string;
  now: () => number;
  /** Hears what is done, if pages have to be rendered. */
  listener?: PublishListener;
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
  const closed: IndexFile[] = [];
  for (const { number, key, entries } of planChunks(source)) {
    const chunk = chunks[number];
    if (chunk?.key !== key) continue;
    present[number] = chunk;
    if (await isIndexed(releases, chunk)) continue;
    const { search, view } = indexFiles(source, entries);
    if (search.name !== chunk.search || view.name !== chunk.view) return null;
    closed.push(search, view);
  }
  const staging = createStaging(releases.root);
  for (const { name, json } of closed)
    await staging.placeVariants(path.join(releases.index, name), json);
  await staging.commit();
  return present;
}

/** A release as a base to plan on; without an index that fits, all of it is made anew. */
function baseOf(release: LiveRelease, chunks: ReleaseManifest['chunks'] | null): LiveRelease {
  const { manifest } = release;
  const fitting = chunks ? { ...manifest, chunks } : { ...manifest, fingerprint: '' };
  return { ...release, manifest: fitting };
}

/** Opens the pictures of a release, shows it, and closes what it does not show. */
async function show(
  { folder }: RollbackDeps,
  releases: ReleaseFolder,
  manifest: ReleaseManifest,
  source: ContentSource,
): Promise<void> {
  const linked = await linkedMedia(folder.publicMedia);
  const wanted = new Set(source.entries.map(({ hash }) => hash));
  const fresh = [...wanted].filter((hash) => !linked.has(hash));
  await linkMedia(folder.publicMedia, folder.renditions, fresh);
  await activateRelease(releases, manifest.id);
  const gone = [...linked].filter((hash) => !wanted.has(hash));
  await unlinkMedia(folder.publicMedia, gone);
  // Or what is removed while this is shown would stay in the index files of the later release.
  await closeIndex(releases, manifest);
}

/** Renders what may be shown of an earlier release; all of it is on disk and verified after this. */
async function render(
  { db, folder, site, now, listener }: RollbackDeps,
  releases: ReleaseFolder,
  base: LiveRelease,
  source: ContentSource,
): Promise<{ manifest: ReleaseManifest; row: ReleaseRow }> {
  const started = now();
  const plan = planRelease(source, base, site);
  listener?.step(`${plan.id}: ${plan.render.length} pages to make, ${plan.kept} kept`);
  const { rendering, rendered } = listener ?? {};
  const tools = {
    releases,
    site,
    onPage: progressOf(db, now),
    ...(rendering && { onRender: rendering }),
    ...(rendered && { onRendered: rendered }),
  };
  const built = await buildRelease(plan, source, base, tools);
  verifyPlanned(plan, built);
  await verifyRelease(releases, folder.renditions, built, plan.id);
  const { id, revision } = built.manifest;
  const ended = now();
  const row: ReleaseRow = {
    id,
    revision,
    createdAt: ended,
    state: 'live',
    pagesRendered: built.written.length,
    pagesTotal: plan.render.length + plan.kept,
    durationMs: ended - started,
    bytes: built.bytes,
  };
  return { manifest: built.manifest, row };
}

/**
 * Shows an earlier release again and answers the id of the release that is live then: the same one
 * when nothing it shows was removed since; else a new one, which shows what may be shown of it. The
 * content in the database stays; the next change publishes it. Nothing may be published meanwhile.
 * Throws `RollbackError` when there is no such release, or nothing that tells what it showed, and
 * what publishing throws; the site stays as it is then.
 */
export async function rollBack(deps: RollbackDeps, id: string): Promise<string> {
  const { db, folder, site, origin, now } = deps;
  const releases = releaseFolder(folder.releases);
  const release = await loadRelease(releases, id).catch(() => {
    throw new RollbackError(`There is no release ${id}.`);
  });
  const then = await readSnapshot(releases, id).catch(() => {
    throw new RollbackError(nothingTells(id));
  });
  const moment = siteMoment(now(), readState(db).shownAt);
  // What is removed from here on is a change after this revision, and publishes.
  const today = openDatabaseSource(folder.database, origin, moment);
  try {
    const held = { heldRevision: today.revision, shownAt: moment, publishedAt: now() };
    const pictures = await hasPictures(folder, then);
    const { snapshot, isSame } = whatMayBeShown(then, today, pictures);
    const source = snapshotSource({ ...snapshot, site: { ...snapshot.site, origin } });
    const isLive = (await currentReleaseId(releases)) === id;
    // All bytes are read when the live one is asked for again; else it would keep somebody waiting.
    const damage = await findDamage(releases, release, site, isLive ? 'bytes' : 'sizes');
    await removeDamaged(damage);
    const isWhole = damage.pages.size + damage.assets.length === 0;
    // Index files of earlier releases are closed on purpose; `restoreIndex` knows.
    const sound = withoutDamage(release, { ...damage, index: [] });
    const chunks = await restoreIndex(releases, release.manifest, source);
    if (isSame && isWhole && chunks && Object.keys(chunks).length === planChunks(source).length) {
      await show(deps, releases, release.manifest, source);
      markSteppedBack(db, { ...held, releaseId: id }, null);
      return id;
    }
    const live = isLive ? sound : await loadLiveRelease(releases);
    if (live && isNothingToDo(planRelease(source, live, site))) {
      markSteppedBack(db, { ...held, releaseId: live.manifest.id }, null);
      return live.manifest.id;
    }
    const base = baseOf(sound, chunks);
    const { manifest, row: made } = await render(deps, releases, base, source);
    const row = { ...made, changes: stepBackChanges(db, id) };
    await show(deps, releases, manifest, source);
    markSteppedBack(db, { ...held, releaseId: manifest.id }, row);
    // Without it this release can't be gone back to, which is no reason to call this step a failure.
    const known = await readSnapshotList(releases, id);
    await writeSnapshot(releases, manifest.id, source, known).catch(forgive);
    return manifest.id;
  } finally {
    today.close();
  }
}
