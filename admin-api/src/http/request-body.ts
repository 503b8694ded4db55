/** Input of requests, checked: every route that takes some goes through here. */

import type { HttpBindings } from '@hono/node-server';
import { reason } from '@veldlicht/contract/reason';
import type { z } from 'zod';
import { requireUnended } from '#auth/guards.ts';
import type { AppContext, Limits } from './app-env.ts';
import { AppError } from './app-error.ts';

/**
 * Reads a stream chunk by chunk until it ends. `signal` ends it early: what was waiting for the
 * next chunk stops, and the reason of the signal is thrown. Nothing is buffered here.
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

/** Whether a request carries a body; in memory there is no header that would tell. */
export function hasBody(request: Request, incoming: HttpBindings['incoming'] | undefined): boolean {
  if (request.headers.has('transfer-encoding')) return true;
  const length = request.headers.get('content-length');
  if (length !== null) return length !== '0';
  return incoming === undefined && request.body !== null;
}

/** Bytes that are no text are refused: replacing them would store what nobody sent. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('malformed_json', undefined, { cause });
  }
}

/** Small bodies that are arriving, the oldest first: each holds memory here and in the web server. */
const arriving = new Set<AbortController>();

/**
 * Reads a small body as text. A body that is sent properly is here at once, so of too many at the same
 * time the oldest is ended. Throws `body_too_large` at the first byte too many, `timeout`, or
 * `malformed_json` when it is not UTF-8.
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

/**
 * The payload of a request as its schema makes it. Throws `malformed_json`, `invalid_input` with
 * the text of the first issue, `body_too_large` or `timeout`; and what `requireUnended` throws when the
 * session ended while the body came in.
 */
export async function readJson<S extends z.ZodType>(
  c: AppContext,
  schema: S,
  limits: Limits,
): Promise<z.output<S>> {
  const text = await readText(c.req.raw, limits);
  requireUnended(c);
  return parseInput(schema, parseJson(text));
}

/** The query of a request as its schema makes it. Throws `invalid_input`. */
export function readQuery<S extends z.ZodType>(c: AppContext, schema: S): z.output<S> {
  // Not `c.req.query()`: that leaves out a parameter of the name __proto__.
  return parseInput(schema, Object.fromEntries(new URL(c.req.url).searchParams));
}

/** Said of input no form of ours sends. Zod's own sentences tell of our insides (threat T24). */
const NOT_VALID = reason('not_valid');

/** First issue as the text; beside it the first issue of each field, parts of one also by their path. */
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

/**
 * What a client sent as its schema makes it. Throws `invalid_input` in the words of the schema;
 * where the schema has none, in one sentence for everything.
 */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  // Zod asks this only for issues whose schema brought no text of its own.
  const parsed = schema.safeParse(sent, { error: () => NOT_VALID });
  if (!parsed.success) throw refusalOf(parsed.error);
  return parsed.data;
}
