/** A worker in a process of its own that publishes with the plain site: `<data folder>`. */
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { openStorage } from '@veldlicht/database/storage/storage';
import { pino } from 'pino';
import { createPublisher } from '../publish/publish.ts';
import { rollBack } from '../publish/rollback.ts';
import { startWorker } from '../worker/worker.ts';
import { noWatch } from './no-watch.ts';
import { plainSite } from './world.ts';

const [root = ''] = process.argv.slice(2);
const folder = dataFolder(root);
const db = openDatabase(folder.database);
const deps = { db, folder, site: plainSite(), origin: 'https://veldlicht.example', now: Date.now };
const nothing = async () => {};
const worker = startWorker({
  ...{ ...deps, watch: noWatch, runJob: nothing, abandonJob: nothing, quietMs: 0 },
  storage: openStorage({ kind: 'disk' }, folder),
  publisher: createPublisher(deps),
  goBack: (id) => rollBack(deps, id),
  log: pino({ level: 'silent' }),
});
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
