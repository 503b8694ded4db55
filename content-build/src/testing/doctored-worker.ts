/** A worker in a process of its own with a doctored site: `<data folder> <limit in ms> [<that of a loop>]`. */
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { openStorage } from '@veldlicht/database/storage/storage';
import { pino } from 'pino';
import { runPreviewJob } from '../preview/render-preview.ts';
import { createPublisher } from '../publish/publish.ts';
import { loadSite } from '../release/site-renderer.ts';
import { startWatch } from '../worker/watch.ts';
import { startWorker } from '../worker/worker.ts';

const [root = '', limit, loopLimit] = process.argv.slice(2);
const folder = dataFolder(root);
const origin = 'https://veldlicht.example';
const db = openDatabase(folder.database);
const site = await loadSite(path.join(root, 'site'), origin);
const real = startWatch(
  folder,
  Number(limit),
  {},
  {
    previewLimitMs: Number(limit),
    ...(loopLimit && { loopLimitMs: Number(loopLimit) }),
  },
);
// The clock runs for pages of items only: on a slow machine the test's short limit would strike elsewhere.
const watch = {
  ...real,
  begin: () => {},
  step: () => {},
  rendering: (page: string, title: string | null) => {
    if (title !== null) real.rendering(page, title);
  },
  rendered: (page: string) => {
    if (page.startsWith('/foto/')) real.rendered(page);
  },
};
const log = pino({ level: 'silent' });
const preview = { db, database: folder.database, origin, site, now: Date.now, watch, log };
startWorker({
  db,
  folder,
  storage: openStorage({ kind: 'disk' }, folder),
  publisher: createPublisher({ db, folder, site, origin, now: Date.now, listener: watch }),
  watch,
  runJob: (job) => runPreviewJob(preview, job),
  abandonJob: async () => {},
  quietMs: 0,
  now: Date.now,
  log,
});
// The test is its supervisor: without it nobody could end it.
process.on('disconnect', () => process.exit(0));
