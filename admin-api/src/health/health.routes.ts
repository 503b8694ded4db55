import { access, constants, stat } from 'node:fs/promises';
import { reason } from '@veldlicht/contract/reason';
import { isServable } from '@veldlicht/database/live-site';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readContentState } from '#publishing/publishing.repository.ts';

/** The worker touches its file every 2 s while it works. */
const FRESH_MS = 10_000;

async function isWorkerAlive(deps: Deps): Promise<boolean> {
  const beat = await stat(deps.folder.heartbeat).catch(() => null);
  return beat !== null && deps.now() - beat.mtimeMs < FRESH_MS;
}

/**
 * 200 when the API and the worker are ready and, in local mode, a site is there (architecture §6); `degraded`
 * when there should be one and visitors can't be served from it.
 */
export function healthRoutes(deps: Deps) {
  return new Hono<AppEnv>().get('/api/health', async (c) => {
    if (!(await isWorkerAlive(deps))) {
      // Where nothing can be written it can't show that it lives.
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
