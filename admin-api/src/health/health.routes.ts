import { access, constants, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { reason } from '@veldlicht/contract/reason';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readContentState } from '#publishing/publishing.repository.ts';
import { liveRelease } from '#serving/site.routes.ts';

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

async function hasBytes(file: string): Promise<boolean> {
  try {
    await using handle = await open(file);
    const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0);
    return bytesRead > 0;
  } catch {
    return false;
  }
}

/** Whether visitors get a home page, in each of the forms that web servers choose from. */
async function isServable(folder: DataFolder): Promise<boolean> {
  const release = await liveRelease(folder.releases);
  if (release === null) return false;
  const home = path.join(release, 'index.html');
  const forms = await Promise.all(['', '.br', '.gz'].map((suffix) => hasBytes(home + suffix)));
  return !forms.includes(false);
}

/**
 * 200 when the API and the worker are ready and, in local mode, a release is live (architecture §6); `degraded`
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
    if (await isServable(deps.folder)) return c.json({ status: 'ok' });
    const error = 'The live release can’t be served; the worker makes it anew';
    return c.json({ status: 'degraded', error, code: 'not_ready' }, 503);
  });
}
