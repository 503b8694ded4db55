/** Sends one file: ranges and compressed forms by `serveStatic`, and the tag and 304 that it lacks. */
import { createHmac, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import type { AppContext } from '#http/app-env.ts';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

interface SendOptions {
  cacheControl: string;
  /** By the name of the file if left out. */
  type?: string;
  status?: 200 | 404 | 410;
  headers?: Record<string, string>;
}

/** Kinds of files that may have compressed forms beside them. */
const TEXT = /^(?:text|application)\/|svg/;

/** Of this process: who reads a tag learns neither node nor time, which follow the order of uploads. */
const TAG_KEY = randomBytes(32);

/**
 * Files are replaced whole, never written in place: node, size and time tell versions apart. One tag for all forms of a
 * text, so a weak one.
 */
async function tagOf(file: string, isText: boolean): Promise<string | null> {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) return null;
  const version = [facts.ino, facts.size, facts.mtimeMs].join();
  const tag = createHmac('sha256', TAG_KEY).update(version).digest('base64url').slice(0, 16);
  return isText ? `W/"${tag}"` : `"${tag}"`;
}

const withoutWeak = (tag: string) => tag.trim().replace(/^W\//, '');

/** Answers with a file, or null when there is none at this path or its kind is not served. */
export async function sendFile(
  c: AppContext,
  file: string,
  { cacheControl, type, status = 200, headers = {} }: SendOptions,
): Promise<Response | null> {
  const kind = type ?? contentTypeOf(file);
  if (kind === null) return null;
  const isText = TEXT.test(kind);
  // First, so that a page that is replaced meanwhile has at worst the tag of the one before it.
  const tag = await tagOf(file, isText);
  if (tag === null) return null;
  const own = new Headers({ 'Cache-Control': cacheControl, ETag: tag, ...headers });
  if (isText) own.append('Vary', 'Accept-Encoding');
  const { headers: asked } = c.req.raw;
  const known = asked.get('if-none-match')?.split(',').map(withoutWeak);
  if (status === 200 && known?.includes(withoutWeak(tag)))
    return new Response(null, { status: 304, headers: own });
  // A part is only of use to a client that has the rest of this version.
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
