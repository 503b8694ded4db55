import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { originalName as storedName } from '@veldlicht/database/storage/stored-name';
import type { AppContext, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { findFile } from './media.repository.ts';
import type { MediaRow } from './to-media-item.ts';

/** Streams the original under its uploaded name. Throws `not_found` when its bytes are gone. */
export async function sendOriginal(
  c: AppContext,
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { fileHash, originalName, slug }: MediaRow,
): Promise<Response> {
  const file = findFile(db, fileHash);
  const lent = file && (await storage.borrow(storedName(file.hash, file.extension)));
  if (!file || !lent) throw new AppError('not_found');
  const name = encodeURIComponent(originalName ?? `${slug}.${file.extension}`).replaceAll(
    "'",
    '%27',
  );
  c.header('Content-Type', 'application/octet-stream');
  c.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`);
  c.header('Content-Length', String(lent.bytes));
  c.header('Cache-Control', 'no-store');
  if (c.req.method === 'HEAD') {
    // An unread stream would keep its file open.
    await lent.giveBack();
    return c.body(null);
  }
  const bytes = createReadStream(lent.file);
  bytes.once('close', () => void lent.giveBack());
  // Cast: Node and the DOM declare web streams differently.
  return c.body(Readable.toWeb(bytes) as ReadableStream);
}
