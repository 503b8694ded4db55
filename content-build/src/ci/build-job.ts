/** The job that builds the site elsewhere, from the snapshot to the target and the report: `npm run publish:ci`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { BUILD_LOG_CHARACTERS, BUILD_LOG_LINES, type BuildReport } from '@veldlicht/contract/build';
import { readJobSettings } from '@veldlicht/contract/job-environment';
import { reason } from '@veldlicht/contract/reason';
import { openPublicCopy } from '@veldlicht/database/public/public-database';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import { deploySite, openTarget } from '../deploy/deploy-site.ts';
import { DeployError, type DeployTarget, type LocalFile } from '../deploy/deploy-target.ts';
import { publicMedia, siteTree } from '../deploy/site-tree.ts';
import { buildRelease } from '../release/build-release.ts';
import { VerificationError, verifyRelease } from '../release/check-release.ts';
import { planRelease } from '../release/plan-release.ts';
import {
  type LiveRelease,
  loadRelease,
  type ReleaseFolder,
  releaseFolder,
} from '../release/release-folder.ts';
import { loadSite, PublishError, type SiteRenderer } from '../release/site-renderer.ts';
import { type ContentSource, withItems } from '../snapshot/content-source.ts';
import { publicSource } from '../snapshot/public-source.ts';
import { type BuildApi, openBuildApi } from './build-api.ts';

/** A sign of life at most this often. */
const REPORT_EVERY_MS = 5000;

export interface PublishCiDeps {
  api: BuildApi;
  target: DeployTarget;
  /** The compiled site for an origin. Throws when it was never compiled. */
  loadSite: (origin: string) => Promise<SiteRenderer>;
  /** Shows each line to who watches the job. */
  show: (line: string) => void;
  now: () => number;
}

/** The end of a text within the bounds of a report (pure). */
export function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-BUILD_LOG_LINES);
  return lines.join('\n').slice(-BUILD_LOG_CHARACTERS);
}

/** A reason for people: our own errors say it, of others only the code; they name paths. */
function reasonOf(error: unknown): string {
  for (const kind of [PublishError, DeployError, StorageError])
    if (error instanceof kind) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The job failed${code}; its own output says more.`;
}

export interface BuiltSite {
  releases: ReleaseFolder;
  release: LiveRelease;
  pages: number;
}

/**
 * Renders every page of a snapshot in a folder of its own, on a machine without the database, and looks
 * at the result. `media` are the pictures that will be there. Throws `RenderError` or `VerificationError`.
 */
export async function buildSnapshot(
  source: ContentSource,
  site: SiteRenderer,
  folder: string,
  media: Iterable<string>,
  onPage: (done: number, total: number) => void,
): Promise<BuiltSite> {
  const releases = releaseFolder(path.join(folder, 'releases'));
  const plan = planRelease(source, null, site);
  const built = await buildRelease(plan, source, null, { releases, site, onPage });
  await verifyRelease(releases, plan, built, null);
  const known = new Set(media);
  for (const url of built.media.keys())
    if (!known.has(url.slice(1)))
      throw new VerificationError(
        reason('release_incomplete', { reason: `the picture ${url} is missing` }),
      );
  const release = await loadRelease(releases, built.manifest.id);
  return { releases, release, pages: release.pages.size };
}

/**
 * Builds the newest snapshot and deploys it. Reports running, live and failed; throws what went wrong
 * after reporting it.
 */
export async function publishCi(deps: PublishCiDeps): Promise<void> {
  const { api, target, show, now } = deps;
  const started = now();
  const lines: string[] = [];
  const say = (line: string) => {
    show(line);
    lines.push(line);
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-build-'));
  const file = path.join(folder, 'public.db');
  const snapshotId = await api.snapshot(file);
  const report = (state: BuildReport['state'], facts: Partial<BuildReport> = {}) =>
    api.report({ snapshotId, state, log: lastLines(lines.join('\n')), ...facts });
  let reportedAt = now();
  let reporting: Promise<unknown> = Promise.resolve();
  /** Nobody waits for a sign of life, and its lack is no reason to stop. */
  const onPage = (pagesDone: number, pagesTotal: number) => {
    if (now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now();
    reporting = reporting
      .then(() => report('running', { pagesDone, pagesTotal }))
      .catch(() => undefined);
  };
  try {
    await report('running');
    const source = publicSource(openPublicCopy(file));
    say(`Snapshot ${snapshotId}: ${source.entries.length} items.`);
    const media = publicMedia(withItems(source, source.entries).map(({ item }) => item));
    const site = await deps.loadSite(source.site.origin);
    const built = await buildSnapshot(source, site, folder, media, onPage);
    site.stop();
    const { pages } = built;
    say(`Rendered ${pages} pages in ${now() - started} ms.`);
    const fetched = path.join(folder, 'media');
    await mkdir(fetched);
    // Pictures come one by one, each for as long as it takes to put it.
    const fetchMedia = async (name: string): Promise<LocalFile> => {
      const file = path.join(fetched, name.replaceAll('/', '-'));
      await api.file(name, file);
      return { path: file, release: () => rm(file, { force: true }) };
    };
    const files = await siteTree({ ...built, media, fetchMedia }, target);
    const done = await deploySite(target, snapshotId, files, {
      now,
      onFile: () => onPage(pages, pages),
    });
    say(`Put ${done.put} files (${done.bytes} bytes), removed ${done.removed}.`);
    await reporting;
    const counted = await report('live', { pagesTotal: pages, bytes: done.bytes });
    if (!counted) say('Something newer is live already; this build was for nothing.');
  } catch (error) {
    say(reasonOf(error));
    await reporting;
    await report('failed').catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Variables = Record<string, string | undefined>;

/** Builds and deploys the newest content with the site compiled in `dist`. */
export async function runPublishCi(variables: Variables, dist: string): Promise<void> {
  const settings = readJobSettings(variables);
  await publishCi({
    api: openBuildApi(settings),
    target: openTarget(settings.target),
    loadSite: (origin) => loadSite(dist, origin),
    show: (line) => console.log(line),
    now: Date.now,
  });
}

/** Reports that the job broke before it could build; what it wrote comes in as input. */
export async function runReportFailure(
  variables: Variables,
  input: NodeJS.ReadableStream,
): Promise<void> {
  const api = openBuildApi(readJobSettings(variables));
  const snapshotId = await api.snapshotId();
  await api.report({ snapshotId, state: 'failed', log: lastLines(await text(input)) });
}
