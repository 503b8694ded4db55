import { access, constants, stat } from 'node:fs/promises';
import { reason } from '@veldlicht/contract/reason';
import { isServable } from '@veldlicht/database/live-site';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readContentState } from '#publishing/publishing.repository.ts';

/** The worker touches its file every 2 s. */
const FRESH_MS = 10_000;

async function isWorkerAlive(deps: Deps): Promise<boolean> {
  const beat = await stat(deps.folder.heartbeat).catch(() => null);
  return beat !== null && deps.now() - beat.mtimeMs < FRESH_MS;
}

/**
 * 200 when the API and the worker are ready and, in local mode, a site is published (architecture §6); 503 with
 * `degraded` when its files are missing or damaged.
 */
export function healthRoutes(deps: Deps) {
  return new Hono<AppEnv>().get('/api/health', async (c) => {
    if (!(await isWorkerAlive(deps))) {
      // On a read-only disk the worker can't touch its file: report that instead.
      await access(deps.folder.root, constants.W_OK);
      throw new AppError('not_ready', reason('worker_down'));
    }
    if (deps.environment.publish.mode === 'ci') return c.json({ status: 'ok' });
    if (readContentState(deps.db).releaseId === null)
      throw new AppError('not_ready', reason('site_not_published'));
    if (isServable(deps.folder)) return c.json({ status: 'ok' });
    const error = 'The site can’t be served; the worker makes its pages again';
    return c.json({ status: 'degraded', error, code: 'not_ready' }, 503);
  });
}
