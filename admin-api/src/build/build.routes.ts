/** For the CI job that builds the site: the snapshot, its pictures, and progress reports. */
import path from 'node:path';
import { buildReport, SNAPSHOT_HEADER } from '@veldlicht/contract/build';
import { newestBuild, snapshotFile } from '@veldlicht/database/publishing';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readJson } from '#http/request-body.ts';
import { sendFile } from '#serving/send-file.ts';
import { requireBuildToken, takeReport } from './build.service.ts';

const HASH = /^[0-9a-f]{32}$/;
const NAME = /^[a-z0-9-]{1,40}\.(?:avif|jpg|mp4)$/;
/** A log of 8,000 characters, all escaped. */
const REPORT_BYTES = 64 * 1024;

/** Whether the route takes the build token. */
export function isBuildPath(urlPath: string): boolean {
  return urlPath.startsWith('/api/build/');
}

export function buildRoutes(deps: Deps) {
  const { db, folder, now } = deps;
  const limits = { ...deps.limits, jsonBytes: Math.min(deps.limits.jsonBytes, REPORT_BYTES) };
  return new Hono<AppEnv>()
    .get('/api/build/snapshot', async (c) => {
      requireBuildToken(c, deps);
      const newest = newestBuild(db);
      const found =
        newest &&
        (await sendFile(c, snapshotFile(folder, newest.snapshotId), {
          type: 'application/vnd.sqlite3',
          cacheControl: 'no-store',
          headers: { [SNAPSHOT_HEADER]: newest.snapshotId },
        }));
      if (!found) throw new AppError('not_ready', 'There is nothing to build yet');
      return found;
    })
    .get('/api/build/files/:hash/:name', async (c) => {
      requireBuildToken(c, deps);
      const { hash = '', name = '' } = c.req.param();
      if (!HASH.test(hash) || !NAME.test(name)) throw new AppError('not_found');
      // Only public renditions are in this folder.
      const file = path.join(folder.publicMedia, hash, name);
      const found = await sendFile(c, file, { cacheControl: 'no-store' });
      if (!found) throw new AppError('not_found');
      return found;
    })
    .post('/api/build/report', async (c) => {
      requireBuildToken(c, deps);
      const report = await readJson(c, buildReport, limits);
      return c.json({ accepted: takeReport(db, report, now()) });
    });
}
