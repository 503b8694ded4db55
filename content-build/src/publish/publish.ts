/** One publish: read, plan, build, verify, swap. */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { forgive } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import type { PublicLists } from '@veldlicht/database/public/public-lists';
import { type BuiltRelease, buildRelease, type PageListener } from '../release/build-release.ts';
import {
  type Damage,
  damagedNames,
  findDamage,
  isDamaged,
  type Reading,
  type Rest,
  removeDamaged,
  verifyRelease,
  withoutDamage,
} from '../release/check-release.ts';
import { isNothingToDo, planRelease, type ReleasePlan } from '../release/plan-release.ts';
import { closeIndex, pruneReleases } from '../release/prune-releases.ts';
import { linkedMedia, linkMedia, unlinkMedia } from '../release/public-media.ts';
import {
  activateRelease,
  currentReleaseId,
  type LiveRelease,
  loadLiveRelease,
  type ReleaseFolder,
  type ReleaseManifest,
  releaseFolder,
} from '../release/release-folder.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import type { ContentSource } from '../snapshot/content-source.ts';
import type { Projection } from '../snapshot/projected-source.ts';
import {
  isKnownRelease,
  markDone,
  markFirstPublished,
  progressOf,
  type ReleaseRow,
  readState,
} from './publish-state.ts';
import { siteMoment } from './publish-timing.ts';
import { readChanges, recordRepair } from './release-changes.ts';

export interface PublisherDeps {
  db: Database;
  folder: DataFolder;
  site: SiteRenderer;
  projection: Projection;
  now: () => number;
  /** The lists that the API answers visitors with; a world without readers needs none. */
  lists?: PublicLists | undefined;
  /** Hears what a publish does. */
  listener?: PublishListener | undefined;
}

/** Who keeps the log of an attempt, and who watches that it moves. */
export interface PublishListener extends PageListener {
  /** A part of the work begins; for people who read a log. */
  step: (line: string) => void;
}

export interface Publisher {
  /**
   * Brings the site to the newest content. Returns the release row, or null when nothing changed. One that somebody
   * asked for, or that fails, looks at the bytes of the live release and makes anew what is damaged.
   */
  publish(isAsked?: boolean): Promise<ReleaseRow | null>;
  /** Removes what the live release does not need; for a moment when nothing is being published. */
  prune(): Promise<void>;
}

export interface LocalPublisher extends Publisher {
  /**
   * What of the live release is not as it was made; changes nothing, and may run beside a publish. `rest` is awaited
   * before each file; what was read before another release went live is not read again.
   */
  check(rest?: Rest): Promise<Damage>;
}

/** Builds and verifies what the plan says; all of it is on disk then. Throws what building throws. */
async function makeRelease(
  { db, folder, site, now, listener }: PublisherDeps,
  plan: ReleasePlan,
  source: ContentSource,
  base: LiveRelease | null,
): Promise<BuiltRelease> {
  const { render, drop, kept } = plan;
  listener?.step(`${plan.id}: ${render.length} pages to make, ${kept} kept, ${drop.length} ended`);
  const releases = releaseFolder(folder.releases);
  const tools = { releases, site, onPage: progressOf(db, now), listener };
  const built = await buildRelease(plan, source, base, tools);
  listener?.step('looking at what was made');
  await verifyRelease(releases, plan, built, folder.renditions);
  return built;
}

/** Opens the pictures of a release, shows it, and closes pictures and index files that it does not show. */
async function showRelease(
  { publicMedia, renditions }: DataFolder,
  releases: ReleaseFolder,
  manifest: ReleaseManifest,
  source: ContentSource,
): Promise<void> {
  const linked = await linkedMedia(publicMedia);
  const wanted = new Set(source.entries.map(({ hash }) => hash));
  await linkMedia(
    publicMedia,
    renditions,
    [...wanted].filter((hash) => !linked.has(hash)),
  );
  await activateRelease(releases, manifest.id);
  await unlinkMedia(
    publicMedia,
    [...linked].filter((hash) => !wanted.has(hash)),
  );
  await closeIndex(releases, manifest);
}

/** The row of a release that is live now; `started` is when the work on it began. */
function rowOf(
  plan: ReleasePlan,
  { manifest, written, bytes }: BuiltRelease,
  started: number,
  now: number,
): ReleaseRow {
  return {
    id: manifest.id,
    revision: plan.revision,
    createdAt: now,
    state: 'live',
    pagesRendered: written.length,
    pagesTotal: plan.render.length + plan.kept,
    durationMs: now - started,
    bytes,
  };
}

/** No release can be read at all: the home page stands for everything. */
const LOST: Damage = { pages: new Set(['/']), index: [], assets: [] };
const NO_DAMAGE: Damage = { pages: new Set(), index: [], assets: [] };

/** Another release went live. */
class Replaced extends Error {}

/** Remembers the live release between publishes, so that an edit costs what it touches. */
export function createPublisher(deps: PublisherDeps): LocalPublisher {
  const { db, folder, site, projection, now, lists, listener } = deps;
  const releases = releaseFolder(folder.releases);
  let live: LiveRelease | null = null;

  /**
   * The live release, if the database knows of it. If not, the database was restored to an earlier
   * state, or a publish died halfway.
   */
  async function loadLive(): Promise<LiveRelease | null> {
    const id = await currentReleaseId(releases);
    if (live && live.manifest.id === id) return live;
    live = id !== null && isKnownRelease(db, id) ? await loadLiveRelease(releases) : null;
    return live;
  }

  async function damageOf(release: LiveRelease, reading?: Reading): Promise<Damage> {
    const damage = await findDamage(releases, release, site, reading);
    const open = await linkedMedia(folder.publicMedia);
    for (const { path, media } of release.pages.values())
      if (media !== null && !open.has(media)) damage.pages.add(path);
    return damage;
  }

  async function check(rest?: Rest, sound = new Set<string>()): Promise<Damage> {
    if (readState(db).releaseId === null) return NO_DAMAGE;
    const release = await loadLiveRelease(releases);
    if (!release) return LOST;
    // One that is replaced meanwhile loses its files: the look goes on with the one that is live then.
    const isLive = async () => (await currentReleaseId(releases)) === release.manifest.id;
    const restWhileLive = async () => {
      await rest?.();
      if (!(await isLive())) throw new Replaced();
    };
    try {
      const damage = await damageOf(release, { rest: rest && restWhileLive, sound });
      if (await isLive()) return damage;
    } catch (error) {
      if (!(error instanceof Replaced)) throw error;
    }
    return check(rest, sound);
  }

  /** Reads the live release anew, and leaves out what is damaged. */
  async function loadSound(): Promise<Damage> {
    live = null;
    const before = await loadLive();
    if (!before) return (await loadLiveRelease(releases)) ? NO_DAMAGE : check();
    const damage = await damageOf(before);
    if (!isDamaged(damage)) return damage;
    listener?.step(`${damage.pages.size} pages are damaged`);
    await removeDamaged(damage);
    live = withoutDamage(before, damage);
    return damage;
  }

  async function publishSound(): Promise<ReleaseRow | null> {
    const damage = await loadSound();
    const row = await publishOver(await loadLive());
    if (row && isDamaged(damage)) recordRepair(db, 'site', damagedNames(damage), now());
    return row;
  }

  async function publish(isAsked = false): Promise<ReleaseRow | null> {
    if (isAsked) return publishSound();
    try {
      return await publishOver(await loadLive());
    } catch (error) {
      forgive(error);
      if (!isDamaged(await check())) throw error;
      return publishSound();
    }
  }

  async function publishOver(before: LiveRelease | null): Promise<ReleaseRow | null> {
    const started = now();
    const moment = siteMoment(started, readState(db).shownAt);
    listener?.step('reading the content');
    markFirstPublished(db, moment, started);
    const source = projection.read(moment);
    const { revision, auditId, entries } = source;
    // Nobody waits for pages to be rid of what is gone.
    if (source.changes.isLess) lists?.changed(source.db, true);
    const plan = planRelease(source, before, site);
    if (isNothingToDo(plan)) {
      markDone(db, revision, null, now(), moment);
      lists?.changed(source.db, false);
      return null;
    }
    const built = await makeRelease(deps, plan, source, before);
    const { manifest, shards } = built;
    listener?.step('putting it live');
    live = null; // not to be gone on from until the database knows of it
    await showRelease(folder, releases, manifest, source);
    const row: ReleaseRow = {
      ...rowOf(plan, built, started, now()),
      auditId,
      changes: readChanges(db, auditId),
    };
    markDone(db, revision, row, now(), moment);
    lists?.changed(source.db, false);
    // Brought up to date in place: copying the list would cost more than the publish of an edit.
    const pages: LiveRelease['pages'] = before?.pages ?? new Map();
    for (const path of plan.drop) pages.delete(path);
    for (const page of built.written) pages.set(page.path, page);
    live = { manifest, shards, pages, entries };
    return row;
  }

  return { publish, check, prune: () => pruneReleases(releases, now()) };
}
