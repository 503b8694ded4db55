/** Reads and validates request bodies and queries, for every route. */
import type { HttpBindings } from '@hono/node-server';
import { reason } from '@veldlicht/contract/reason';
import type { z } from 'zod';
import { requireUnended } from '#auth/route-access.ts';
import type { AppContext, Limits } from './app-env.ts';
import { AppError } from './app-error.ts';

/**
 * Passes a stream to `onChunk` without buffering. Aborting `signal` cancels a pending read and throws the
 * signal's reason.
 */
export async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  if (!body) return;
  const reader = body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      await onChunk(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    reader.releaseLock();
  }
}

/** Whether a request carries a body; requests made in memory (tests) have no header for it. */
export function hasBody(request: Request, incoming: HttpBindings['incoming'] | undefined): boolean {
  if (request.headers.has('transfer-encoding')) return true;
  const length = request.headers.get('content-length');
  if (length !== null) return length !== '0';
  return incoming === undefined && request.body !== null;
}

/** Refuses invalid UTF-8: replacement characters would store what nobody sent. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('malformed_json', undefined, { cause });
  }
}

/** Bodies in flight, oldest first: each holds memory here and in the web server. */
const arriving = new Set<AbortController>();

/**
 * Reads a small body as text. Honest bodies arrive at once, so of too many the oldest is aborted. Throws
 * `body_too_large` at the first byte too many, `timeout`, or `malformed_json` for invalid UTF-8.
 */
export async function readText(
  request: Request,
  limits: Pick<Limits, 'jsonBytes' | 'jsonMs' | 'bodiesAtOnce'>,
): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.jsonBytes)
    throw new AppError('body_too_large');
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(new AppError('timeout')), limits.jsonMs);
  arriving.add(slow);
  if (arriving.size > limits.bodiesAtOnce) {
    const [oldest = slow] = arriving;
    arriving.delete(oldest);
    oldest.abort(new AppError('timeout'));
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    await readChunks(request.body, slow.signal, (chunk) => {
      bytes += chunk.byteLength;
      if (bytes > limits.jsonBytes) throw new AppError('body_too_large');
      chunks.push(chunk);
    });
  } finally {
    clearTimeout(timer);
    arriving.delete(slow);
  }
  return decode(Buffer.concat(chunks));
}

/** Throws `malformed_json`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', undefined, { cause });
  }
}

/** Parses the JSON body. Throws as `readText`, `parseJson`, `requireUnended` and `parseInput`. */
export async function readJson<S extends z.ZodType>(
  c: AppContext,
  schema: S,
  limits: Limits,
): Promise<z.output<S>> {
  const text = await readText(c.req.raw, limits);
  requireUnended(c);
  return parseInput(schema, parseJson(text));
}

/** Parses the query string. Throws `invalid_input`. */
export function readQuery<S extends z.ZodType>(c: AppContext, schema: S): z.output<S> {
  // Not `c.req.query()`: it drops a parameter named __proto__.
  return parseInput(schema, Object.fromEntries(new URL(c.req.url).searchParams));
}

/** For issues whose schema has no text: Zod's own sentences reveal internals (threat T24). */
const NOT_VALID = reason('not_valid');

/** Message: the first issue. `fields`: the first issue per top-level field, and per full path. */
function refusalOf(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const [name] = issue.path;
    if (typeof name !== 'string') continue;
    fields[name] ??= issue.message;
    fields[issue.path.join('.')] ??= issue.message;
  }
  return new AppError('invalid_input', error.issues[0]?.message ?? NOT_VALID, { fields });
}

/** Validates input. Throws `invalid_input` with the schema's texts, or one generic sentence where it has none. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  // Called only for issues whose schema has no text.
  const parsed = schema.safeParse(sent, { error: () => NOT_VALID });
  if (!parsed.success) throw refusalOf(parsed.error);
  return parsed.data;
}
