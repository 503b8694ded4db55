/** The API alone, without a worker, on an empty data folder: for measurements of what it answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { programs } from '@veldlicht/scripts/programs';
import { startProgram } from './programs.ts';

export interface BareApi {
  origin: string;
  /** Path of its database. */
  database: string;
  pid: number;
  /** Signed in as its owner. */
  client: ApiClient;
}

/** Starts it for `measure`, with further environment variables, and leaves nothing behind. */
export async function withBareApi<T>(
  folder: string,
  account: { username: string; password: string },
  variables: Record<string, string>,
  measure: (api: BareApi) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(folder, 'api-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://localhost:${port}`;
  try {
    const data = dataFolder(dataDir);
    await migrateDatabase(data.database, { backupFolder: data.backups, now: 0 });
    const api = await startProgram(programs.api, {
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_USERNAME: account.username,
      ADMIN_PASSWORD: account.password,
      TRUSTED_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      ...variables,
    });
    try {
      const client = await signIn(origin, account.username, account.password);
      return await measure({ origin, database: data.database, pid: api.pid, client });
    } finally {
      await api.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
