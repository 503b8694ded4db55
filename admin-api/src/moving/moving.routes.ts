/** Routes to move out and in, for admins (decision 029). */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  EXPORT_PATH,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  type ImportState,
  importChoice,
} from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import { Hono } from 'hono';
import { z } from 'zod';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireConfirmed, requireRole, requireUnended } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toAppError } from '#http/error-handler.ts';
import { readJson, readQuery } from '#http/request-body.ts';
import { plainName } from '#keys/remote-photo.service.ts';
import { receiveFile, watchUpload } from '#uploads/uploads.service.ts';
import { exportLibrary } from './export-library.ts';
import { importLibrary } from './import-library.ts';
import { planImport } from './plan-import.ts';
import { countWaiting, publishMoved } from './publish-moved.ts';
import { formOf } from './readers/index.ts';
import { unzip, zipOf } from './zip.ts';

/** Whether the body is a raw file. */
export const isImportPath = (path: string) => path === IMPORT_FILE_PATH;

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const exportQuery = z.strictObject({ privatePlaces: flag, writtenCopies: flag });
const fileQuery = z.strictObject({ name: z.string().default('') });

/** Content of `import.json`: the name of the ZIP file, and the folder of its library. */
const note = z.object({ name: z.string(), root: z.string() });

export function movingRoutes(deps: Deps) {
  const { db, folder, storage, limits, log, now } = deps;
  const noteFile = path.join(folder.imports, 'import.json');
  let running: ImportState['running'] = null;
  let result: string[] = [];
  const present = async () =>
    existsSync(noteFile) ? note.parse(JSON.parse(await readFile(noteFile, 'utf8'))) : null;
  const state = async (): Promise<ImportState> => ({
    name: (await present())?.name ?? null,
    running,
    result,
    waiting: countWaiting(db),
  });
  const requireIdle = () => {
    if (running) throw new AppError('upload_busy', reason('import_running'));
  };
  const form = async () => {
    const found = await present();
    if (!found) throw new AppError('invalid_input', reason('import_missing'));
    return formOf(path.join(folder.imports, found.root));
  };
  const forget = () => rm(folder.imports, { recursive: true, force: true });

  /** Receives a ZIP file and unpacks it in place of an earlier one. */
  async function receive(c: AppContext, name: string): Promise<void> {
    const room = async () => (await limits.freeBytes(folder.root)) - limits.minFreeBytes;
    const max = await room();
    const length = c.req.header('content-length');
    const declared = length === undefined ? undefined : Number(length);
    // The packed and the unpacked files are there at the same time.
    if (max <= 0 || (declared ?? 0) * 2 > max) throw new AppError('disk_full');
    await forget();
    const file = path.join(folder.imports, 'library.zip');
    const watch = watchUpload(limits, () => requireUnended(c));
    try {
      const { signal, onBytes } = watch;
      await receiveFile({ body: c.req.raw.body, declared, max, file, signal, onBytes });
      const root = await unzip(file, path.join(folder.imports, 'library'), await room());
      await rm(file);
      await formOf(root);
      const text = JSON.stringify({ name, root: path.relative(folder.imports, root) });
      await writeFile(noteFile, text, { mode: 0o600 });
    } catch (error) {
      await forget();
      throw error;
    } finally {
      watch.stop();
    }
  }

  return new Hono<AppEnv>()
    .post(EXPORT_PATH, (c) => {
      requireRole(c, 'admin');
      requireConfirmed(c, now());
      return c.body(null, 204);
    })
    .get(EXPORT_PATH, (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const options = readQuery(c, exportQuery);
      const name = `veldlicht-${new Date(now()).toISOString().slice(0, 10)}.zip`;
      c.header('Content-Type', 'application/zip');
      c.header('Content-Disposition', `attachment; filename="${name}"`);
      c.header('Cache-Control', 'no-store');
      if (c.req.method === 'HEAD') return c.body(null);
      recordAudit(db, { actor, now: now() }, { action: 'export', entity: 'site' });
      return c.body(
        zipOf(
          (sink) => exportLibrary({ db, storage }, sink, options),
          (error) => log.error({ err: error }, 'an export was cut off'),
        ),
      );
    })
    .get(IMPORT_PATH, async (c) => {
      requireRole(c, 'admin');
      return c.json(await state());
    })
    .put(IMPORT_FILE_PATH, async (c) => {
      requireRole(c, 'admin');
      const { name } = readQuery(c, fileQuery);
      requireIdle();
      running = { done: 0, all: 0 };
      try {
        await receive(c, plainName(name));
      } finally {
        running = null;
      }
      result = [];
      return c.json(await state());
    })
    .get(`${IMPORT_PATH}/plan`, async (c) => {
      requireRole(c, 'admin');
      return c.json(await planImport(db, await form(), { category: null }));
    })
    .post(IMPORT_PATH, async (c) => {
      const actor = requireRole(c, 'admin');
      const choice = await readJson(c, importChoice, limits);
      if (running) return c.json(await state(), 202);
      running = { done: 0, all: 0 };
      result = [];
      const work = async () => {
        const { created, linked, failed } = await importLibrary(
          deps,
          await form(),
          actor,
          choice,
          (done, all) => {
            running = { done, all };
          },
        );
        result = [reason('import_done', { n: created + linked }), ...failed];
        if (failed.length === 0) await forget();
      };
      void work()
        .catch((error: unknown) => {
          const isEnding = deps.closing.aborted;
          result = [isEnding ? reason('import_interrupted') : toAppError(error, log).reason];
        })
        .finally(() => {
          running = null;
        });
      return c.json(await state(), 202);
    })
    .delete(IMPORT_PATH, async (c) => {
      requireRole(c, 'admin');
      requireIdle();
      await forget();
      return c.json(await state());
    })
    .post(`${IMPORT_PATH}/publish`, async (c) => {
      const actor = requireRole(c, 'admin');
      return c.json({ published: await publishMoved(deps, actor) });
    });
}
