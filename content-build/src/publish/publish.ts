/** One publish: read, plan, build, verify, swap. */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { forgive } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import { activateRelease } from '../release/activate-release.ts';
import { buildRelease } from '../release/build-release.ts';
import {
  type Damage,
  damagedNames,
  findDamage,
  isDamaged,
  removeDamaged,
  withoutDamage,
} from '../release/check-release.ts';
import { advance, currentReleaseId, loadLiveRelease } from '../release/live-release.ts';
import type { LiveRelease } from '../release/manifest.ts';
import { isNothingToDo, planRelease } from '../release/plan-release.ts';
import { closeIndex, pruneReleases, sweepReleases } from '../release/prune-releases.ts';
import { linkedMedia, linkMedia, unlinkMedia } from '../release/public-media.ts';
import { releaseFolder } from '../release/release-folder.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import {
  hasRemoved,
  readSnapshotList,
  type SnapshotList,
  writeSnapshot,
} from '../release/snapshot-store.ts';
import { verifyPlanned, verifyRelease } from '../release/verify-release.ts';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { openDatabaseSource, siteMoment } from '../snapshot/database-source.ts';
import type { KnownEntries } from '../snapshot/read-entries.ts';
import {
  isKnownRelease,
  keptReleases,
  markDone,
  markGone,
  progressOf,
  type ReleaseRow,
  readState,
} from './publish-state.ts';
import { readChanges } from './release-changes.ts';
import { recordRepair } from './repairs.ts';
import { KEPT_RELEASES } from './trim-releases.ts';

export { KEPT_RELEASES };

export interface PublisherDeps {
  db: Database;
  folder: DataFolder;
  site: SiteRenderer;
  origin: string;
  now: () => number;
  /** Hears what a publish does. */
  listener?: PublishListener;
}

/** Who keeps the log of an attempt, and who watches that it moves. */
export interface PublishListener {
  /** A part of the work begins; for people who read a log. */
  step: (line: string) => void;
  /** A page is about to be rendered; `title` is that of the item whose page it is. */
  rendering: (path: string, title: string | null) => void;
  /** It is there. Several pages are under way at a time. */
  rendered: (path: string) => void;
}

/** Whether the same rendition folders are public, item for item. */
function showSameFiles(before: Entry[], entries: Entry[]): boolean {
  return (
    before.length === entries.length && entries.every(({ hash }, i) => hash === before[i]?.hash)
  );
}

export interface Publisher {
  /**
   * Brings the site to the newest content. Returns the release row, or null when nothing changed. One that somebody
   * asked for, or that fails, looks at the bytes of the live release and makes anew what is damaged.
   */
  publish(isAsked?: boolean): Promise<ReleaseRow | null>;
  /** Removes releases beyond the kept ones, and what only they needed. */
  prune(): Promise<void>;
  /** Removes leftovers too; for a moment when nothing is being published. */
  sweep(): Promise<void>;
}

export interface LocalPublisher extends Publisher {
  /** What of the live release is not as it was made; changes nothing, and may run beside a publish. */
  check(): Promise<Damage>;
}

/** No release can be read at all: the home page stands for everything. */
const LOST: Damage = { pages: new Set(['/']), index: [], assets: [] };
const NOTHING: Damage = { pages: new Set(), index: [], assets: [] };

/** Remembers the live release between publishes, so that an edit costs what it touches. */
export function createPublisher(deps: PublisherDeps): LocalPublisher {
  const { db, folder, site, origin, now } = deps;
  const step = (line: string) => deps.listener?.step(line);
  const releases = releaseFolder(folder.releases);
  let live: LiveRelease | null = null;
  let linked: Set<string> | null = null;
  let known: KnownEntries | null = null;
  /** What the live release showed, as it is written down beside it. */
  let shown: { id: string; list: SnapshotList } | null = null;

  /**
   * The live release, if the database knows of it. If not, the database was restored to an earlier
   * state, or a publish died halfway: revisions may mean other things then, so all is made anew.
   */
  async function loadLive(): Promise<LiveRelease | null> {
    const id = await currentReleaseId(releases);
    if (live && live.manifest.id === id) return live;
    linked = null; // somebody else swapped, and changed the links too
    live = id !== null && isKnownRelease(db, id) ? await loadLiveRelease(releases) : null;
    return live;
  }

  async function readShown(id: string): Promise<SnapshotList | null> {
    if (shown?.id === id) return shown.list;
    return readSnapshotList(releases, id);
  }

  /** A release without it can't be gone back to, which is no reason to call its publish a failure. */
  async function keepShown(id: string, source: ContentSource, like: SnapshotList | null) {
    shown = await writeSnapshot(releases, id, source, like).then((list) => ({ id, list }), forgive);
  }

  async function damageOf(release: LiveRelease): Promise<Damage> {
    const damage = await findDamage(releases, release, site);
    const open = await linkedMedia(folder.publicMedia);
    for (const { path, media } of release.pages.values())
      if (media !== null && !open.has(media)) damage.pages.add(path);
    return damage;
  }

  async function check(): Promise<Damage> {
    if (readState(db).releaseId === null) return NOTHING;
    const release = await loadLiveRelease(releases);
    if (!release) return LOST;
    const damage = await damageOf(release);
    // One that was replaced meanwhile may have lost files that nobody needs.
    const isLive = (await currentReleaseId(releases)) === release.manifest.id;
    return isLive ? damage : check();
  }

  /** Reads the live release anew, and leaves out what is damaged. */
  async function loadSound(): Promise<Damage> {
    live = null;
    const before = await loadLive();
    if (!before) return (await loadLiveRelease(releases)) ? NOTHING : check();
    const damage = await damageOf(before);
    if (!isDamaged(damage)) return damage;
    step(`${damage.pages.size} pages are damaged`);
    linked = null;
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
    step('reading the content');
    const source = openDatabaseSource(folder.database, origin, moment, known);
    known = { revision: source.revision, moment, entries: source.entries };
    try {
      const plan = planRelease(source, before, site);
      const shownBefore = before && (await readShown(before.manifest.id));
      if (isNothingToDo(plan)) {
        markDone(db, source.revision, null, now(), moment);
        if (before && !shownBefore) await keepShown(before.manifest.id, source, null);
        return null;
      }
      const { render, drop, kept } = plan;
      step(`${plan.id}: ${render.length} pages to make, ${kept} kept, ${drop.length} ended`);
      const { rendering, rendered } = deps.listener ?? {};
      const tools = {
        releases,
        site,
        onPage: progressOf(db, now),
        ...(rendering && { onRender: rendering }),
        ...(rendered && { onRendered: rendered }),
      };
      const built = await buildRelease(plan, source, before, tools);
      step('looking at what was made');
      verifyPlanned(plan, built);
      await verifyRelease(releases, folder.renditions, built, plan.id);
      linked ??= await linkedMedia(folder.publicMedia);
      const isSameMedia = before?.entries && showSameFiles(before.entries, source.entries);
      const wanted = isSameMedia ? linked : new Set(source.entries.map(({ hash }) => hash));
      const fresh = isSameMedia ? [] : [...wanted].filter((hash) => !linked?.has(hash));
      const gone = isSameMedia ? [] : [...linked].filter((hash) => !wanted.has(hash));
      await linkMedia(folder.publicMedia, folder.renditions, fresh);
      const { manifest } = built;
      step('putting it live');
      await activateRelease(releases, manifest.id);
      live = null; // not to be gone on from until the database knows of it
      const next = advance(before, built, source.entries);
      await unlinkMedia(folder.publicMedia, gone);
      if (await hasRemoved(releases, shownBefore, source)) await closeIndex(releases, manifest);
      const row: ReleaseRow = {
        id: manifest.id,
        revision: plan.revision,
        createdAt: now(),
        state: 'live',
        pagesRendered: built.written.length,
        pagesTotal: next.pages.size,
        durationMs: now() - started,
        bytes: built.bytes,
        auditId: source.auditId,
        changes: readChanges(db, source.auditId),
      };
      markDone(db, plan.revision, row, now(), moment);
      live = next;
      linked = wanted;
      await keepShown(manifest.id, source, shownBefore);
      return row;
    } finally {
      source.close();
    }
  }

  async function keptIds(): Promise<Set<string>> {
    const kept = keptReleases(db).slice(0, KEPT_RELEASES);
    const current = await currentReleaseId(releases);
    return new Set([...kept.map(({ id }) => id), ...(current ? [current] : [])]);
  }

  async function prune(): Promise<void> {
    markGone(db, await pruneReleases(releases, await keptIds()));
  }

  async function sweep(): Promise<void> {
    await prune();
    await sweepReleases(releases, await keptIds(), now());
  }

  return { publish, check, prune, sweep };
}
