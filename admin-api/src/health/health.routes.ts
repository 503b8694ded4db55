import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readContentState } from '#publishing/publishing.repository.ts';

/**
 * The worker touches this file in the data folder every 2 s while it works. A file and not a row:
 * a beat in the database would wake everyone who watches it.
 */
const HEARTBEAT_FILE = 'worker.alive';
const FRESH_MS = 10_000;

async function isWorkerAlive(deps: Deps): Promise<boolean> {
  const file = path.join(deps.folder.root, HEARTBEAT_FILE);
  const beat = await stat(file).catch(() => null);
  return beat !== null && deps.now() - beat.mtimeMs < FRESH_MS;
}

/** 200 when the API and the worker are ready and, in local mode, a release is live (architecture §6). */
export function healthRoutes(deps: Deps) {
  return new Hono<AppEnv>().get('/api/health', async (c) => {
    if (!(await isWorkerAlive(deps))) throw new AppError('not_ready', 'The worker is not running');
    const isLocal = deps.environment.publish.mode === 'local';
    if (isLocal && readContentState(deps.db).releaseId === null)
      throw new AppError('not_ready', 'The site is not published yet');
    return c.json({ status: 'ok' });
  });
}
