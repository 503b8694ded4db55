/**
 * Counts views in a process that somebody kills: `serve <folder>` answers pages of the release there and writes views
 * down, `fold <folder>` counts what is there in small pieces, and ends.
 */
import { readEnvironment } from '@veldlicht/contract/environment';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { Hono } from 'hono';
import { pino } from 'pino';
import type { AppEnv } from '#http/app-env.ts';
import { siteRoutes } from '#serving/site.routes.ts';
import { foldVisits } from '#visits/fold-visits.ts';
import { createVisitCounter } from '#visits/visit-counter.ts';
import { createHttpServer, listen } from '../http-server.ts';

const [what, root = ''] = process.argv.slice(2);
const folder = dataFolder(root);
const db = openDatabase(folder.database);
const environment = readEnvironment({ DATA_DIR: root });

if (what === 'fold') {
  process.send?.({});
  const ownHost = 'localhost';
  await foldVisits({ db, folder: environment.visitsDir, ownHost, now: Date.now, pieceBytes: 4000 });
  process.exit(0);
}
const visits = createVisitCounter({
  db,
  environment,
  log: pino({ level: 'silent' }),
  now: Date.now,
});
const app = new Hono<AppEnv>().route('/', siteRoutes({ folder, visits }));
const port = await listen(createHttpServer(app), 0, '127.0.0.1');
process.send?.({ port });
setInterval(() => void visits.fold(), 5);
