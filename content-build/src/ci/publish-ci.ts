/** The job that builds the site elsewhere, from the snapshot to the target and the report. */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildReport } from '@veldlicht/contract/build';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import { deploySite } from '../deploy/deploy-site.ts';
import { DeployError, type DeployTarget, type LocalFile } from '../deploy/deploy-target.ts';
import { publicMedia, siteTree } from '../deploy/site-tree.ts';
import { RenderError, type SiteRenderer } from '../release/site-renderer.ts';
import { VerificationError } from '../release/verify-release.ts';
import type { BuildApi } from './build-api.ts';
import type { BuildLog } from './build-log.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { CiError } from './ci-error.ts';

/** A sign of life at most this often. */
const TELL_EVERY_MS = 5000;

export interface PublishCiDeps {
  api: BuildApi;
  target: DeployTarget;
  /** The compiled site for an origin. Throws when it was never compiled. */
  loadSite: (origin: string) => Promise<SiteRenderer>;
  log: BuildLog;
  now: () => number;
}

const ours = [CiError, DeployError, RenderError, StorageError, VerificationError];

/** A reason for people: our own errors say it, of others only the code; they name paths. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && ours.some((kind) => error instanceof kind)) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The job failed${code}; its own output says more.`;
}

/** Pictures come one by one, each for as long as it takes to put it. */
function mediaFetcher(api: BuildApi, folder: string) {
  return async (name: string): Promise<LocalFile> => {
    const file = path.join(folder, name.replaceAll('/', '-'));
    await api.file(name, file);
    return { path: file, release: () => rm(file, { force: true }) };
  };
}

/**
 * Builds the newest snapshot and deploys it. Reports running, live and failed; throws what went wrong
 * after reporting it.
 */
export async function publishCi(deps: PublishCiDeps): Promise<void> {
  const { api, target, log, now } = deps;
  const started = now();
  const { snapshotId, snapshot } = await api.snapshot();
  log.say(`Snapshot ${snapshotId}: ${snapshot.items.length} items.`);
  const report = (state: BuildReport['state'], facts: Partial<BuildReport> = {}) =>
    api.report({ snapshotId, state, log: log.text(), ...facts });
  let told = now();
  let telling: Promise<unknown> = Promise.resolve();
  /** Nobody waits for a sign of life, and its lack is no reason to stop. */
  const tell = (pagesDone: number, pagesTotal: number) => {
    if (now() - told < TELL_EVERY_MS) return;
    told = now();
    telling = telling
      .then(() => report('running', { pagesDone, pagesTotal }))
      .catch(() => undefined);
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-build-'));
  try {
    await report('running');
    const media = publicMedia(snapshot.items.map(({ item }) => item));
    const site = await deps.loadSite(snapshot.site.origin);
    const { releases, release, pages } = await buildSnapshot(snapshot, site, folder, media, tell);
    log.say(`Rendered ${pages} pages in ${now() - started} ms.`);
    const fetched = path.join(folder, 'media');
    await mkdir(fetched);
    const tree = { releases, release, media, fetchMedia: mediaFetcher(api, fetched) };
    const files = await siteTree(tree, target);
    const done = await deploySite(target, snapshotId, files, {
      now,
      sizeOf: async (file) => (await stat(file)).size,
      onFile: () => tell(pages, pages),
    });
    log.say(`Put ${done.put} files (${done.bytes} bytes), removed ${done.removed}.`);
    await telling;
    const counted = await report('live', { pagesTotal: pages, bytes: done.bytes });
    if (!counted) log.say('Something newer is live already; this build was for nothing.');
  } catch (error) {
    log.say(reasonOf(error));
    await telling;
    await report('failed').catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports that the job broke before it could build, with the last lines of what it wrote. */
export async function reportFailure(api: BuildApi, log: string): Promise<void> {
  const { snapshotId } = await api.snapshot();
  await api.report({ snapshotId, state: 'failed', log });
}
