/**
 * The build job (`npm run publish:ci`): downloads the snapshot, builds the site, sends it to the target, and reports.
 */
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

/** Interval between reports during a build. */
const REPORT_EVERY_MS = 5000;

export interface PublishCiDeps {
  api: BuildApi;
  openTarget: () => Promise<Target>;
  /** Throws when the site is not compiled. */
  loadSite: (origin: string) => Promise<SiteRenderer>;
  /** Prints a line to the job's output. */
  show: (line: string) => void;
  now: () => number;
}

/** Cuts a text to the limits of a report, keeping its end (pure). */
export function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-BUILD_LOG_LINES);
  return lines.join('\n').slice(-BUILD_LOG_CHARACTERS);
}

/** Message for the panel. Other errors may name paths, so only their code is shown. */
function reasonOf(error: unknown): string {
  if (error instanceof PublishError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The job failed${code}; its own output says more.`;
}

/** Builds and deploys the newest snapshot. Reports `running`, `live` or `failed`; throws the error of a failure. */
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
  /** Errors are ignored: the report is not needed to build. Its duration is bounded by `ApiRules`. */
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

/** `dist`: the compiled site. */
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

/** Reports a job that failed before it could build; `input` is its log. */
export async function runReportFailure(
  variables: Variables,
  input: NodeJS.ReadableStream,
): Promise<void> {
  const api = openBuildApi(readJobSettings(variables));
  const snapshotId = await api.snapshotId();
  await api.report({ snapshotId, state: 'failed', log: lastLines(await text(input)) });
}
