/** The job that builds the site elsewhere, from the snapshot to the target and the report: `npm run publish:ci`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { BUILD_LOG_CHARACTERS, BUILD_LOG_LINES, type BuildReport } from '@veldlicht/contract/build';
import { readJobSettings } from '@veldlicht/contract/job-environment';
import { readPublicState } from '@veldlicht/database/public/project';
import { openPublicCopy } from '@veldlicht/database/public/public-database';
import { loadSite, PublishError, type SiteRenderer } from '../publish/site-renderer.ts';
import { openContent } from '../routes/routes.ts';
import { type BuildApi, openBuildApi } from './build-api.ts';
import { makeSite } from './make-site.ts';
import { openTarget, type Target } from './rclone.ts';
import { findSite, sendSite } from './send-site.ts';

/** A sign of life this often. */
const REPORT_EVERY_MS = 5000;

export interface PublishCiDeps {
  api: BuildApi;
  openTarget: () => Promise<Target>;
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
  if (error instanceof PublishError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The job failed${code}; its own output says more.`;
}

/**
 * Builds the newest snapshot and deploys it. Reports running, live and failed; throws what went wrong
 * after reporting it.
 */
export async function publishCi(deps: PublishCiDeps): Promise<void> {
  const { api, show, now } = deps;
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
  let progress: Partial<BuildReport> = {};
  const onPage = (pagesDone: number, pagesTotal: number) => {
    progress = { pagesDone, pagesTotal };
  };
  let reporting: Promise<unknown> = Promise.resolve();
  /** Nobody waits for a sign of life, and its lack is no reason to stop; all that it may be waiting for is bounded. */
  const signOfLife = () => {
    reporting = reporting.then(() => report('running', progress)).catch(() => undefined);
  };
  let beating: NodeJS.Timeout | undefined;
  try {
    await report('running');
    beating = setInterval(signOfLife, REPORT_EVERY_MS);
    const copy = openPublicCopy(file);
    const state = readPublicState(copy);
    if (!state) throw new PublishError('The snapshot is empty.');
    const { epoch, revision, moment } = state;
    const target = await deps.openTarget();
    const found = await findSite(target, { epoch, revision, moment });
    const content = openContent(copy);
    const site = await deps.loadSite(content.site.origin);
    const made = path.join(folder, 'made');
    const files = await makeSite(content, found.known, site, made, onPage);
    site.stop();
    copy.close();
    const pages = files.filter(({ key }) => key !== '').length;
    const rendered = files.filter(({ key, file }) => key !== '' && file !== null).length;
    say(`Snapshot ${snapshotId}: made ${rendered} of ${pages} pages in ${now() - started} ms.`);
    const done = await sendSite(target, found, files, { now, fetchMedia: api.file });
    say(`Put ${done.put} files (${done.bytes} bytes), removed ${done.removed}.`);
    clearInterval(beating);
    await reporting;
    const counted = await report('live', { pagesTotal: pages, bytes: done.bytes });
    if (!counted) say('Something newer is live already; this build was for nothing.');
  } catch (error) {
    say(reasonOf(error));
    clearInterval(beating);
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
    openTarget: () => openTarget(settings.target),
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
