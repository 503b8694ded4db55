/**
 * Starts the API: reads the configuration, opens the migrated database, listens. `main.ts <facts>` runs without the
 * database: it serves the site, and answers the API with the reason.
 */
import { type Environment, isSecureOrigin, readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { checkDatabase } from '@veldlicht/database/check-database';
import { DatabaseError } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { forgetRefusals } from '#audit/audit.repository.ts';
import { watchClock } from '#auth/clock-watch.ts';
import { startRetention } from '#contacts/retention.ts';
import type { AppEnv } from '#http/app-env.ts';
import { startWatchFolder } from '#keys/watch-folder.ts';
import { startOutbox } from '#mail/send-outbox.ts';
import { closedFacts, createClosedApp } from '#serving/closed-app.ts';
import { cleanUploads } from '#uploads/uploads.service.ts';
import { createOwner } from '#users/create-owner.ts';
import { startVisits } from '#visits/visit-counter.ts';
import { createApp } from './app.ts';
import { closeServer, createHttpServer, listen } from './http-server.ts';
import { openDeps } from './open-deps.ts';

/** Grace for requests in flight after SIGTERM. */
const GRACE_MS = 5000;
/** Heartbeat to the parent, which kills a silent child. */
const ALIVE_EVERY_MS = 2000;
/** Exit code for a damaged database: the parent does not restart (fault F8). */
const DAMAGED = 3;

async function start(environment: Environment): Promise<void> {
  const folder = dataFolder(environment.dataDir);
  const log = pino({ level: environment.logLevel });
  checkDatabase(folder);
  const db = openDatabase(folder.database);
  process.once('exit', () => db.$client.close());
  const closing = new AbortController();
  watchClock({ log, closing: closing.signal });
  if (!isSecureOrigin(environment.publicOrigin))
    console.warn(`${environment.publicOrigin} is plain http: sign-in is not protected on the way.`);
  const owner = await createOwner(db, environment.owner, Date.now());
  await cleanUploads(db, folder.incoming, Date.now());
  forgetRefusals(db, Date.now());

  const deps = openDeps(db, { environment, folder, log, closing: closing.signal });
  const inbox = startWatchFolder(deps);
  startVisits(deps.visits, closing.signal);
  startRetention({ db, log, now: Date.now, closing: closing.signal });
  const outbox = startOutbox(deps);
  await serve(createApp(deps), environment, {
    closing,
    beside: [outbox, inbox, deps.visits],
    owner,
  });
}

/** Serves without the database; `facts` is the JSON of `closedFacts`. */
async function startClosed(environment: Environment, facts: string): Promise<void> {
  const app = createClosedApp({
    folder: dataFolder(environment.dataDir),
    publicOrigin: environment.publicOrigin,
    facts: closedFacts.parse(JSON.parse(facts)),
  });
  await serve(app, environment);
}

interface Beside {
  /** Aborted at shutdown, for the tasks beside the listener. */
  closing?: AbortController;
  beside?: readonly { ended: () => Promise<void> }[];
  /** The first admin, if this start created it. */
  owner?: Awaited<ReturnType<typeof createOwner>>;
}

/** Serves until a signal. Reports its address and a generated password to the parent, or on the terminal. */
async function serve(
  app: Hono<AppEnv>,
  environment: Environment,
  { closing = new AbortController(), beside = [], owner = null }: Beside = {},
): Promise<void> {
  const server = createHttpServer(app);
  const port = await listen(server, environment.port, environment.host);
  const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host;
  const url = `http://${host}:${port}`;
  const password = owner?.generatedPassword;
  const login = owner && password ? { username: owner.username, password } : undefined;
  if (process.send) process.send({ type: 'listening', url, owner: login });
  else
    console.log(login ? `Listening on ${url}; sign in as ${login.username} with ${password}` : url);
  setInterval(() => process.connected && process.send?.({ type: 'alive' }), ALIVE_EVERY_MS);
  const end = async () => {
    if (closing.signal.aborted) return;
    closing.abort();
    await Promise.all([closeServer(server, GRACE_MS), ...beside.map((one) => one.ended())]);
    process.exit(0);
  };
  // 'disconnect': an orphan of its supervisor could not be stopped.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(event, () => void end());
}

try {
  const [, , facts] = process.argv;
  const environment = readEnvironment(process.env);
  await (facts === undefined ? start(environment) : startClosed(environment, facts));
} catch (error) {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isPortTaken)
    console.error(`${error.message}: another program uses this port; set PORT to a free one.`);
  else console.error(explain(error));
  process.exit(error instanceof DatabaseError ? DAMAGED : 1);
}
