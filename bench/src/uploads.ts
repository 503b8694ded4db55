/**
 * `npm run bench -- uploads`: memory of the API while files arrive, a hundred through the browser and
 * a hundred of up to the largest size. `BENCH_NIGHTLY=1` makes all of the latter of the largest size.
 * Everything big is removed as soon as it has been compared.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { programs } from '@veldlicht/scripts/programs';
import { startProgram } from './programs.ts';
import { measureBrowserUploads } from './upload-browser.ts';
import { measureLargeUploads } from './upload-large.ts';

const USER = 'bench';
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');

interface Running {
  client: ApiClient;
  origin: string;
  dataDir: string;
  apiPid: number;
}

/** Runs a measurement on a product of its own, so that memory of the one is not counted for the other. */
async function onFreshProduct<T>(
  folder: string,
  { worker }: { worker: boolean },
  measure: (running: Running) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(folder, 'uploads-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://localhost:${port}`;
  const variables = {
    DATA_DIR: dataDir,
    PORT: String(port),
    ADMIN_USERNAME: USER,
    ADMIN_PASSWORD: PASSWORD,
  };
  const started: Array<{ stop: () => Promise<void> }> = [];
  try {
    const data = dataFolder(dataDir);
    await migrateDatabase(data.database, { backupFolder: data.backups, now: 0 });
    const api = await startProgram(programs.api, variables);
    started.push(api);
    if (worker) started.push(await startProgram(programs.worker, variables));
    const client = await signIn(origin, USER, PASSWORD);
    return await measure({ client, origin, dataDir, apiPid: api.pid });
  } finally {
    await Promise.all(started.map((program) => program.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function benchUploads(folder: string): Promise<Record<string, unknown>> {
  const nightly = process.env.BENCH_NIGHTLY === '1';
  const large = await onFreshProduct(folder, { worker: false }, (running) =>
    measureLargeUploads({ ...running, nightly }),
  );
  const browser = await onFreshProduct(folder, { worker: true }, (running) =>
    measureBrowserUploads({
      ...running,
      folder: running.dataDir,
      username: USER,
      password: PASSWORD,
    }),
  );
  return { large, browser };
}
