/** Sends a file: `serveStatic` with its ranges and precompressed forms, plus ETag and 304, which it lacks. */
import { createHmac, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import type { AppContext } from '#http/app-env.ts';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

interface SendOptions {
  cacheControl: string;
  /** By default from the file name. */
  type?: string;
  status?: 200 | 404 | 410;
  headers?: Record<string, string>;
}

/** Types that may have precompressed forms. */
const TEXT = /^(?:text|application)\/|svg/;

/** Random per process: ETags must not reveal inode or time, which follow the order of uploads. */
const TAG_KEY = randomBytes(32);

/** Files are replaced, never written in place, so inode, size and time identify a version. Weak for all forms of a text. */
async function tagOf(file: string, isText: boolean): Promise<string | null> {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) return null;
  const version = [facts.ino, facts.size, facts.mtimeMs].join();
  const tag = createHmac('sha256', TAG_KEY).update(version).digest('base64url').slice(0, 16);
  return isText ? `W/"${tag}"` : `"${tag}"`;
}

const withoutWeak = (tag: string) => tag.trim().replace(/^W\//, '');

/** The response, or null for a missing file or an unknown type. */
export async function sendFile(
  c: AppContext,
  file: string,
  { cacheControl, type, status = 200, headers = {} }: SendOptions,
): Promise<Response | null> {
  const kind = type ?? contentTypeOf(file);
  if (kind === null) return null;
  const isText = TEXT.test(kind);
  // Before reading: a file replaced in the meantime gets at worst its predecessor's tag.
  const tag = await tagOf(file, isText);
  if (tag === null) return null;
  const own = new Headers({ 'Cache-Control': cacheControl, ETag: tag, ...headers });
  if (isText) own.append('Vary', 'Accept-Encoding');
  const { headers: asked } = c.req.raw;
  const known = asked.get('if-none-match')?.split(',').map(withoutWeak);
  if (status === 200 && known?.includes(withoutWeak(tag)))
    return new Response(null, { status: 304, headers: own });
  // A range only helps a client that has the rest of this version.
  if (status !== 200 || (asked.get('if-range') ?? tag) !== tag) asked.delete('range');
  const found = await serveStatic({ path: file, precompressed: true })(c, async () => {});
  if (!found) return null;
  const answer = new Response(found.body, {
    status: status === 200 ? found.status : status,
    headers: found.headers,
  });
  answer.headers.delete('Last-Modified');
  answer.headers.set('Content-Type', kind);
  answer.headers.set('Accept-Ranges', 'bytes');
  for (const [name, value] of own) answer.headers.set(name, value);
  return answer;
}
