/**
 * Publishing by a remote job (PUBLISH_MODE=ci): copies the public database, requests a build and waits for its report.
 */
import type { WebhookSettings } from '@veldlicht/contract/environment';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import { forgetDeleted } from '@veldlicht/database/public/private-rows';
import type { PublicLists } from '@veldlicht/database/public/public-lists';
import { type CiBuild, findBuild, newestBuild } from '@veldlicht/database/publishing';
import type { Projection } from '../publish/projection.ts';
import { linkedMedia, linkMedia, unlinkMedia } from '../publish/public-media.ts';
import type { Publisher } from '../publish/publish.ts';
import {
  IDLE,
  markDone,
  markFirstPublished,
  type ReleaseRow,
  readState,
  setState,
} from '../publish/publish-state.ts';
import { type CallRules, CiError, callWebhook } from './call-webhook.ts';
import {
  awaitBuild,
  markCalled,
  markCalling,
  markFailed,
  markSettled,
  outcomeOf,
  pruneBuilds,
  pruneSnapshots,
  shownIn,
  shownRenditions,
  snapshotIdOf,
  writeSnapshot,
} from './ci-builds.ts';

/** Builds whose snapshots stay: a job may still read the previous one. */
const KEPT_BUILDS = 3;

export interface CiPublisherDeps {
  db: Database;
  folder: DataFolder;
  projection: Projection;
  /** Rewritten when the target is live. */
  lists?: PublicLists | undefined;
  webhook: WebhookSettings;
  timeoutMs: number;
  now: () => number;
  /** Aborted when the worker ends; the next start waits for the same job. */
  stopping: AbortSignal;
  rules: CallRules;
  /** Called while it waits for a job, which has its own time limit. */
  alive?: () => void;
}

/** Last line of a job's log. */
function lastLine(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.trim().slice(0, 300) ?? 'it did not say why';
}

export function createCiPublisher(deps: CiPublisherDeps): Publisher {
  const { db, folder, projection, lists, now, timeoutMs, stopping } = deps;

  /** Records a live build, and unlinks removed renditions on this machine. */
  async function settle(build: CiBuild): Promise<ReleaseRow> {
    const { snapshotId: id, revision, calledAt, reportedAt, pagesTotal, bytes } = build;
    const shown = shownRenditions(folder, id);
    const gone = [...(await linkedMedia(folder.publicMedia))].filter((hash) => !shown.has(hash));
    await unlinkMedia(folder.publicMedia, gone);
    const release: ReleaseRow = {
      id,
      revision,
      createdAt: now(),
      state: 'live',
      pagesRendered: pagesTotal,
      pagesTotal,
      durationMs: Math.max(0, (reportedAt ?? now()) - calledAt),
      bytes,
    };
    // Later schedules belong to the next build.
    markDone(db, revision, release, now(), calledAt);
    // Changes after the call are not in this build; the panel shows since when they have been waiting.
    if (readState(db).firstChangeAt !== null) setState(db, { firstChangeAt: calledAt });
    markSettled(db, id);
    lists?.changed(projection.open(), false);
    return release;
  }

  /** Clears the running state, so that the attempt does not look cut off. */
  function stopped(): null {
    setState(db, IDLE);
    return null;
  }

  /** Waits for a build. Throws `CiError`; null when the worker ends. */
  async function follow(id: string): Promise<ReleaseRow | null> {
    const { alive } = deps;
    const outcome = await awaitBuild(db, id, { timeoutMs, now, signal: stopping, alive });
    if (outcome === 'stopped') return stopped();
    const build = findBuild(db, id);
    if (outcome === 'live' && build) return settle(build);
    if (outcome === 'failed') throw new CiError(`The build failed: ${lastLine(build?.log ?? '')}`);
    const minutes = Math.max(1, Math.round(timeoutMs / 60_000));
    const reason = `The build has not said anything for ${minutes} min.`;
    markFailed(db, id, reason);
    throw new CiError(reason);
  }

  /** The build that this or the last worker requested, if it has not ended. */
  function openBuild(): CiBuild | undefined {
    const build = newestBuild(db);
    // The webhook may not have been called: call it again.
    if (build?.state === 'calling') return undefined;
    return build && outcomeOf(build, timeoutMs, now()) === null ? build : undefined;
  }

  /** False when the worker ends. Throws `CiError`. */
  async function call(id: string, revision: number, moment: number): Promise<boolean> {
    const rules = { ...deps.rules, now, signal: stopping };
    markCalling(db, id, revision, moment);
    try {
      await callWebhook(deps.webhook, id, rules);
    } catch (error) {
      if (stopping.aborted) return false;
      markFailed(db, id, error instanceof Error ? error.message : '');
      throw error;
    }
    markCalled(db, id);
    return true;
  }

  async function publish(): Promise<ReleaseRow | null> {
    const open = openBuild();
    if (open) return follow(open.snapshotId);
    const moment = now();
    markFirstPublished(db, moment, moment);
    const { isLess, revision } = projection.update(moment);
    const target = projection.open();
    forgetDeleted(db, target);
    // Removals don't wait for the build.
    if (isLess) lists?.changed(target, true);
    const id = snapshotIdOf(target);
    const live = newestBuild(db, 'live');
    if (live && shownIn(live.snapshotId) === shownIn(id)) {
      if (!live.settled) return settle(live);
      markDone(db, revision, null, now(), moment);
      return null;
    }
    await writeSnapshot(folder, id, target);
    const linked = await linkedMedia(folder.publicMedia);
    const fresh = [...shownRenditions(folder, id)].filter((hash) => !linked.has(hash));
    await linkMedia(folder.publicMedia, folder.renditions, fresh);
    return (await call(id, revision, moment)) ? follow(id) : stopped();
  }

  const prune = () => pruneSnapshots(folder, pruneBuilds(db, KEPT_BUILDS));

  return { publish, prune };
}
