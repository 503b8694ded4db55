/** Sends one file: compressed form, ranges, validators. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { endingOf } from '@veldlicht/contract/content-type';
import type { AppContext } from '#http/app-env.ts';

/** Files up to this size are read at once; larger ones are streamed. */
const SMALL_BYTES = 256 * 1024;

interface SendOptions {
  type: string;
  cacheControl: string;
  status?: 200 | 404 | 410;
  headers?: Record<string, string>;
}

interface Opened {
  handle: FileHandle;
  stats: Stats;
  encoding: Encoding | null;
}

/** These mean that there is no such file, whatever a client made up as its name. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EISDIR']);

async function openFile(file: string, encoding: Encoding | null): Promise<Opened | null> {
  try {
    const handle = await open(file + (encoding ? suffixes[encoding] : ''), 'r');
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, stats, encoding };
    await handle.close();
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (typeof code === 'string' && ABSENT.has(code)) return null;
    throw error;
  }
}

/** The best form that the client takes and that is there. A part of a file is never compressed. */
async function openBest(c: AppContext, file: string): Promise<Opened | null> {
  if (isCompressible(file) && c.req.header('range') === undefined) {
    for (const encoding of acceptedEncodings(c.req.header('accept-encoding'))) {
      const opened = await openFile(file, encoding);
      if (opened) return opened;
    }
  }
  return openFile(file, null);
}

/** Of this process: who reads a tag learns neither node nor time, which follow the order of uploads. */
const TAG_KEY = randomBytes(32);

/** Files are replaced whole, never written in place: node, size and time tell versions apart. */
function etagOf({ stats, encoding }: Opened): string {
  const version = [stats.ino, stats.size, Math.round(stats.mtimeMs * 1000), encoding];
  const tag = createHmac('sha256', TAG_KEY).update(version.join()).digest('base64url');
  return `"${tag.slice(0, 16)}"`;
}

function isFresh(c: AppContext, etag: string): boolean {
  const known = c.req.header('if-none-match');
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}

/** If-Range: a part is only of use to who has the rest of the same version. */
function rangeOf(c: AppContext, etag: string, size: number): ReturnType<typeof parseRange> {
  const condition = c.req.header('if-range');
  if (condition !== undefined && condition !== etag) return null;
  return parseRange(c.req.header('range'), size);
}

/** The bytes to send; takes over the handle. */
async function bodyOf({ handle, stats }: Opened, range: ByteRange | null) {
  const { start, end } = range ?? { start: 0, end: stats.size - 1 };
  const length = end - start + 1;
  if (length > SMALL_BYTES) return Readable.toWeb(handle.createReadStream({ start, end }));
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return new Uint8Array(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Answers with a file, or null when there is none at this path. */
export async function sendFile(
  c: AppContext,
  file: string,
  options: SendOptions,
): Promise<Response | null> {
  const opened = await openBest(c, file);
  if (!opened) return null;
  const { handle, stats, encoding } = opened;
  const etag = etagOf(opened);
  const headers = new Headers({
    'Content-Type': options.type,
    'Cache-Control': options.cacheControl,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    ...options.headers,
  });
  if (isCompressible(file)) headers.append('Vary', 'Accept-Encoding');
  const status = options.status ?? 200;
  if (status === 200 && isFresh(c, etag)) {
    await handle.close();
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const range = status === 200 ? rangeOf(c, etag, stats.size) : null;
  if (range === 'unsatisfiable') {
    await handle.close();
    headers.set('Content-Range', `bytes */${stats.size}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  if (encoding) headers.set('Content-Encoding', encoding);
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${stats.size}`);
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : stats.size));
  const answer = { status: range ? 206 : status, headers };
  // Hono answers HEAD by calling the GET handler: nothing may be opened for a body nobody reads.
  if (c.req.method === 'HEAD' || stats.size === 0) {
    await handle.close();
    return new Response(null, answer);
  }
  return new Response(await bodyOf(opened, range), answer);
}

export const IMMUTABLE = 'public, max-age=31536000, immutable';

export type Encoding = 'br' | 'gzip';

/** How a compressed form lies beside its file. */
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** The encodings a client takes, best first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const taken = new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return (['br', 'gzip'] as const).filter((encoding) => taken.has(encoding));
}

/** First and last byte, both included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks of a file of this size (RFC 9110 §14): one range, `unsatisfiable`, or
 * null for the whole file, also when it asks for several ranges or something we don't know.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

const compressed = new Set(['html', 'css', 'js', 'json', 'xml', 'txt', 'webmanifest', 'svg']);

/** Whether a file may have compressed forms beside it. */
function isCompressible(file: string): boolean {
  return compressed.has(endingOf(file));
}
