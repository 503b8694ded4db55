/**
 * Command line: `content-build worker | plan | publish | pages <file>`; in the build job `publish-ci | report-failure`.
 */
import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { type Environment, readEnvironment } from '@veldlicht/contract/environment';
import { dataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, type Job, type JobKind } from '@veldlicht/database/jobs';
import { isServable } from '@veldlicht/database/live-site';
import { takeLock } from '@veldlicht/database/lock';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { openDatabase } from '@veldlicht/database/open';
import { readPublicState } from '@veldlicht/database/public/project';
import { createPublicLists } from '@veldlicht/database/public/public-lists';
import { newestBuild } from '@veldlicht/database/publishing';
import { openStorage } from '@veldlicht/database/storage/storage';
import { type Logger, pino } from 'pino';
import { runPublishCi, runReportFailure } from './ci/build-job.ts';
import { defaultRules } from './ci/call-webhook.ts';
import { createCiPublisher } from './ci/ci-publisher.ts';
import { abandonPreviewJob, type PreviewDeps, runPreviewJob } from './preview/render-preview.ts';
import { pagesTable } from './publish/pages-table.ts';
import { planPublish } from './publish/plan-publish.ts';
import { openProjection, projectInMemory } from './publish/projection.ts';
import {
  createPublisher,
  type LocalPublisher,
  type Publisher,
  type PublisherDeps,
  type PublishListener,
  resumeLists,
} from './publish/publish.ts';
import { settleCutOff } from './publish/publish-attempt.ts';
import { readState, setState } from './publish/publish-state.ts';
import { loadSite } from './publish/site-renderer.ts';
import { chooseRoom } from './renditions/decoder-room.ts';
import { startImageProcess } from './renditions/image-process.ts';
import { abandonInspectJob, runInspectJob } from './renditions/inspect-job.ts';
import type { JobDeps } from './renditions/job-deps.ts';
import { runRemakeJob } from './renditions/remake-job.ts';
import { abandonRemoveJob, runRemoveJob } from './renditions/remove-job.ts';
import {
  abandonRenditionJob,
  runRenditionJob,
  runVersionsJob,
} from './renditions/rendition-job.ts';
import { allPaths, markTouched, shownAt } from './routes/routes.ts';
import { lowerPriority } from './worker/lower-priority.ts';
import { runBackupJob, startNightlyBackup } from './worker/nightly-backup.ts';
import { startByteChecks } from './worker/right-bytes.ts';
import { standAside } from './worker/stand-aside.ts';
import { createWatch } from './worker/watch.ts';
import { startWorker } from './worker/worker.ts';

const LOCK_PATIENCE_MS = 15_000;
const ALIVE_EVERY_MS = 2000;
const siteDist = path.join(import.meta.dirname, '../../site/dist');

/** Aborted when the worker ends. */
const ending = new AbortController();

interface Publishing {
  publisher: Publisher;
  /** Null where the site is built elsewhere. */
  local: LocalPublisher | null;
}

function openPublishing(
  { publish: settings }: Environment,
  deps: PublisherDeps,
  listener: PublishListener | undefined,
): Publishing {
  if (settings.mode === 'local') {
    const publisher = createPublisher({ ...deps, listener });
    return { publisher, local: publisher };
  }
  const { webhook, timeoutMs } = settings;
  const publisher = createCiPublisher({
    ...{ ...deps, webhook, timeoutMs, stopping: ending.signal, rules: defaultRules },
    // Waiting for a job has its own time limit.
    alive: () => listener?.rendered(''),
  });
  return { publisher, local: null };
}

async function openTools(environment: Environment, log: Logger, listener?: PublishListener) {
  const { publicOrigin: origin } = environment;
  const folder = dataFolder(environment.dataDir);
  const db = openDatabase(folder.database);
  const site = await loadSite(siteDist, origin);
  const onError = (error: unknown) => {
    leaveOnLostWrite(error, log);
    log.error({ err: error }, 'the public lists could not be written');
  };
  const lists = createPublicLists({ folder: folder.publicLists, onError });
  const isLocal = environment.publish.mode === 'local';
  const projection = openProjection(folder, origin, isLocal ? markTouched : undefined);
  const deps = { db, folder, site, projection, lists, origin, now: Date.now };
  return { ...deps, ...openPublishing(environment, deps, listener) };
}

/** Commands print their own errors. */
const quiet = pino({ level: 'silent' });

/** Throws while a worker runs: only one process may publish. */
function requireLock(file: string): void {
  if (!takeLock(file))
    throw new Error('The worker is running and publishes by itself. Stop it to do this by hand.');
}

/** Waits for a worker that lost its supervisor and is about to end. */
async function waitForLock(file: string): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  while (!takeLock(file)) {
    if (Date.now() > deadline) throw new Error('Another worker runs on this data folder.');
    await setTimeout(200);
  }
}

/**
 * Asks for a publish although nothing changed: when the site was never published or was rebuilt, or when it differs
 * from the database after a cut-off publish or a restore.
 */
function askForFirstPublish(
  { folder, db, site, projection }: Awaited<ReturnType<typeof openTools>>,
  mode: Environment['publish']['mode'],
) {
  const ask = () => setState(db, { retryAt: Date.now() });
  if (mode === 'ci') return void (newestBuild(db, 'live')?.settled || ask());
  const { releaseId, revision } = readState(db);
  const target = projection.open();
  const projected = readPublicState(target);
  const pages = pagesTable(target);
  const isCurrent =
    releaseId !== null &&
    isServable(folder) &&
    pages.build() === site.fingerprint &&
    pages.countDirty() === 0 &&
    // A database restored by hand keeps its epoch.
    projected !== null &&
    projected.revision <= revision;
  if (!isCurrent) ask();
}

type JobHandler = (
  deps: JobDeps & PreviewDeps & { stopping: AbortSignal },
  job: Job,
) => Promise<void> | void;

const handlers: Record<JobKind, { run: JobHandler; abandon: JobHandler }> = {
  inspect: { run: runInspectJob, abandon: abandonInspectJob },
  renditions: { run: runRenditionJob, abandon: abandonRenditionJob },
  remove: { run: runRemoveJob, abandon: abandonRemoveJob },
  remake: { run: runRemakeJob, abandon: () => undefined },
  preview: { run: runPreviewJob, abandon: abandonPreviewJob },
  // The next start asks again.
  versions: { run: runVersionsJob, abandon: () => undefined },
  backup: { run: runBackupJob, abandon: () => undefined },
};

async function runWorker(environment: Environment): Promise<void> {
  const log = pino({ level: environment.logLevel, name: 'worker' });
  // Before anything else: the supervisor ends a silent worker.
  setInterval(() => process.connected && process.send?.({ type: 'alive' }), ALIVE_EVERY_MS);
  // First: a child can't get a higher priority than its parent has by then.
  const folder = dataFolder(environment.dataDir);
  const room = chooseRoom(folder, log);
  const images = startImageProcess({ log, room });
  lowerPriority();
  const limitMs = environment.publishTimeoutMs;
  const onStall = () => {
    log.error('a publish stands still; the worker ends');
    settleCutOff(tools.db, Date.now(), limitMs);
    process.exit(1);
  };
  const watch = createWatch({ folder, limitMs, variables: process.env, onStall });
  const tools = await openTools(environment, log, watch);
  await waitForLock(folder.publishLock);
  // Leftovers of a publish that was cut off must not count as finished.
  await tools.publisher.prune();
  askForFirstPublish(tools, environment.publish.mode);
  resumeLists(tools.lists, tools.projection.open());
  // Copies of a process that died may be incomplete.
  // The folder itself stays: the sandbox has bound it.
  for (const name of await readdir(folder.working))
    await rm(path.join(folder.working, name), { recursive: true });
  const storage = openStorage(environment.storage, folder);
  const rest = standAside(tools.db, tools.now, ending.signal);
  const more = { storage, images, log, rest, stopping: ending.signal };
  const jobDeps = { ...tools, ...more };
  startNightlyBackup(jobDeps);
  const worker = startWorker({
    ...tools,
    storage,
    log,
    watch,
    quietMs: environment.publishQuietMs,
    runJob: async (job) => handlers[job.kind].run(jobDeps, job),
    abandonJob: async (job) => handlers[job.kind].abandon(jobDeps, job),
  });
  // For stills of an earlier version or origin, and videos without versions.
  enqueueJob(tools.db, { kind: 'remake', subject: '', priority: -1, now: tools.now() });
  const checks = startByteChecks(jobDeps);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // The worker takes no new job from here on; then its dependencies may stop.
    const ended = worker.stop();
    ending.abort();
    await Promise.all([images.stop(), checks.stop()]);
    await ended;
    await tools.lists.stop();
    tools.site.stop();
    tools.projection.close();
    tools.db.$client.close();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(event, () => void stop());
  process.send?.({ type: 'ready' });
}

async function printPlan(environment: Environment): Promise<void> {
  const { folder, site, now } = await openTools(environment, quiet);
  for (const line of planPublish(folder, site, environment.publicOrigin, now())) console.log(line);
  site.stop();
}

/** Writes one `PageData` per line, the input of a plain `astro build`. */
async function writePagesFile(environment: Environment, file: string): Promise<void> {
  const { database } = dataFolder(environment.dataDir);
  using content = projectInMemory(database, environment.publicOrigin, Date.now());
  const lines = createWriteStream(file);
  for (const path of allPaths(content)) {
    const shown = shownAt(content, path);
    if (shown && 'page' in shown) lines.write(`${JSON.stringify(shown.page)}\n`);
  }
  await finished(lines.end());
}

async function publishByHand(environment: Environment): Promise<void> {
  const { folder, publisher, lists } = await openTools(environment, quiet);
  requireLock(folder.publishLock);
  const release = await publisher.publish(true);
  await publisher.prune();
  await lists.stop();
  if (!release) console.log('Nothing changed; the site stays as it is.');
  else console.log(`The site is live: ${release.pagesRendered} pages in ${release.durationMs} ms.`);
}

async function main([command, argument]: string[]): Promise<void> {
  if (command === 'publish-ci') return runPublishCi(process.env, siteDist);
  if (command === 'report-failure') return runReportFailure(process.env, process.stdin);
  const environment = readEnvironment(process.env);
  switch (command) {
    case 'worker':
      return runWorker(environment);
    case 'plan':
      return printPlan(environment);
    case 'publish':
      return publishByHand(environment);
    case 'pages':
      return writePagesFile(environment, argument ?? 'pages.ndjson');
    default:
      throw new Error('Usage: content-build worker | plan | publish | pages <file>');
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
