/** The upload up to the stored file (spec §7, architecture §4): a signed ticket, then one PUT. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import type { UploadTicket } from '@veldlicht/contract/upload';
import { countRows } from '@veldlicht/database/count-rows';
import { syncPath } from '@veldlicht/database/durable-file';
import type { Database, Store } from '@veldlicht/database/open';
import { uploads } from '@veldlicht/database/schema';
import { ifMissing } from '@veldlicht/database/system-errors';
import { and, eq, lte } from 'drizzle-orm';
import { expectUpload } from '#drafts/drafts.service.ts';
import type { Deps, Limits } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readChunks } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { findUpload, moveUpload } from './uploads.repository.ts';

interface Ticket {
  key: string;
  /** Seconds since 1970. */
  expires: number;
  /** Largest size in bytes. */
  max: number;
  userId: string;
}

/** The parts of an upload URL, unchecked. */
interface SentTicket {
  key: string;
  expires: string | undefined;
  max: string | undefined;
  user: string | undefined;
  signature: string | undefined;
}

const KEY = /^[0-9a-f]{32}$/;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

function sign(secret: Buffer, { key, expires, max, userId }: Ticket): string {
  const text = ['PUT', key, expires, max, userId].join('\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Path and query of the URL for one PUT. */
function signedPath(secret: Buffer, ticket: Ticket): string {
  const query = new URLSearchParams({
    expires: String(ticket.expires),
    max: String(ticket.max),
    user: ticket.userId,
    signature: sign(secret, ticket),
  });
  return `/api/uploads/${ticket.key}?${query}`;
}

/** Verifies the signature; null when any part was altered. Does not check expiry. */
function readTicket(secret: Buffer, sent: SentTicket): Ticket | null {
  const { key, expires, max, user, signature } = sent;
  if (!KEY.test(key) || !SIGNATURE.test(signature ?? '')) return null;
  if (!WHOLE.test(expires ?? '') || !WHOLE.test(max ?? '') || user === undefined) return null;
  const ticket = { key, expires: Number(expires), max: Number(max), userId: user };
  const right = Buffer.from(sign(secret, ticket));
  return timingSafeEqual(right, Buffer.from(signature ?? '')) ? ticket : null;
}

/** The key of an upload URL that we issued, or null. The URL is only parsed, never fetched (threat T20). */
export function keyOfUploadUrl(mediaUrl: string, publicOrigin: string): string | null {
  if (!URL.canParse(mediaUrl, publicOrigin)) return null;
  const url = new URL(mediaUrl, publicOrigin);
  if (url.origin !== publicOrigin || url.username !== '' || url.password !== '') return null;
  return /^(?:\/api)?\/uploads\/([0-9a-f]{32})$/.exec(url.pathname)?.[1] ?? null;
}

/** A file's id: the first 32 hex digits of its SHA-256. */
const HASH_DIGITS = 32;

/** Creates a ticket for one file of this user, for `draft` if given. Throws `not_found` for an unknown draft. */
export function newTicket({ db, limits, now }: Deps, userId: string, draft?: string): Ticket {
  const createdAt = now();
  const expires = Math.floor(createdAt / 1000) + UPLOAD_TICKET_SECONDS;
  const key = randomBytes(16).toString('hex');
  const row = { key, userId, expiresAt: expires * 1000, createdAt, state: 'issued' } as const;
  inTransaction(db, (tx) => {
    if (draft !== undefined) expectUpload(tx, draft, key, userId);
    tx.insert(uploads).values(row).run();
  });
  return { key, expires, max: limits.fileBytes, userId };
}

/** Issues a URL for one PUT, here or straight to the bucket. */
export async function issueTicket(
  deps: Deps,
  userId: string,
  draft?: string,
): Promise<UploadTicket> {
  const ticket = newTicket(deps, userId, draft);
  const uploadURL = deps.storage.direct
    ? await deps.storage.direct.address(ticket.key, deps.now())
    : deps.environment.publicOrigin + signedPath(deps.secrets.uploads, ticket);
  return { uploadURL, objectPath: `/uploads/${ticket.key}` };
}

/** Throws `disk_full` below the limit of free bytes. */
export async function requireFreeSpace(deps: Deps): Promise<void> {
  await mkdir(deps.folder.incoming, { recursive: true, mode: 0o700 });
  const free = await deps.limits.freeBytes(deps.folder.incoming);
  if (free < deps.limits.minFreeBytes) throw new AppError('disk_full');
}

/** Throws `ticket_invalid` (also once its user may no longer upload; threats T5, T21) or `ticket_expired`. */
export function requireTicket(deps: Deps, sent: SentTicket): Ticket {
  const ticket = readTicket(deps.secrets.uploads, sent);
  if (!ticket || !findUpload(deps.db, ticket.key)) throw new AppError('ticket_invalid');
  if (ticket.expires * 1000 <= deps.now()) throw new AppError('ticket_expired');
  return ticket;
}

/** Retry-After of one concurrent upload too many. */
const TURN_SECONDS = 1;

/** Throws `too_many_requests` at the limit of concurrent uploads per user (L2). */
function requireTurn(deps: Deps, userId: string): void {
  const isSending = and(eq(uploads.userId, userId), eq(uploads.state, 'receiving'));
  const sending = countRows(deps.db, uploads, isSending);
  if (sending >= deps.limits.uploadsAtOnce)
    throw new AppError('too_many_requests', undefined, { retryAfter: TURN_SECONDS });
}

/** Claims a ticket. Throws `ticket_used`, `upload_busy` during a PUT, or `too_many_requests`, which keeps the ticket. */
function claim(deps: Deps, { key, userId }: Ticket): void {
  if (findUpload(deps.db, key)?.state === 'issued') requireTurn(deps, userId);
  if (moveUpload(deps.db, key, 'issued', 'receiving')) return;
  const isRunning = findUpload(deps.db, key)?.state === 'receiving';
  throw new AppError(isRunning ? 'upload_busy' : 'ticket_used');
}

export interface Incoming {
  body: ReadableStream<Uint8Array> | null;
  declared: number | undefined;
}

export function incomingOf(request: Request): Incoming {
  const length = request.headers.get('content-length');
  return { body: request.body, declared: length === null ? undefined : Number(length) };
}

/** Throws once the sender loses the right to upload; called repeatedly, and in the transaction that accepts the file. */
export type RequireStill = (store: Store) => void;

/**
 * Receives the file of a ticket. Only a whole file uses the ticket up: after a failure the same URL works again and
 * nothing is left on disk. `requireStill` holds conditions beyond the ticket itself (threat T5). Throws `disk_full`, or
 * as `claim`, `receiveFile`, `watchUpload` and `requireStill`.
 */
export async function receiveUpload(
  deps: Deps,
  ticket: Ticket,
  incoming: Incoming,
  requireStill: RequireStill = () => {},
) {
  if (incoming.declared !== undefined && incoming.declared > ticket.max)
    throw new AppError('file_too_large');
  await requireFreeSpace(deps);
  claim(deps, ticket);
  const file = path.join(deps.folder.incoming, ticket.key);
  const mayGoOn = () => {
    requireStill(deps.db);
    if (!findUpload(deps.db, ticket.key)) throw new AppError('ticket_invalid');
  };
  const watch = watchUpload(deps.limits, mayGoOn);
  try {
    const { signal, onBytes } = watch;
    const hash = await receiveFile({ ...incoming, max: ticket.max, file, signal, onBytes });
    const fileHash = hash.slice(0, HASH_DIGITS);
    inTransaction(deps.db, (tx) => {
      requireStill(tx);
      if (!moveUpload(tx, ticket.key, 'receiving', 'received', fileHash))
        throw new AppError('ticket_invalid');
    });
  } catch (error) {
    await rm(file, { force: true });
    moveUpload(deps.db, ticket.key, 'receiving', 'issued');
    throw error;
  } finally {
    watch.stop();
  }
}

/**
 * Copies a local file into a received upload, outside the limit of concurrent uploads. Returns its key. Throws
 * `file_too_large`, `file_empty` or `disk_full`.
 */
export async function addUpload(
  deps: Deps,
  userId: string,
  { body, declared }: Incoming,
): Promise<string> {
  await requireFreeSpace(deps);
  const { key, max } = newTicket(deps, userId);
  const file = path.join(deps.folder.incoming, key);
  const { closing: signal } = deps;
  const hash = await receiveFile({ body, declared, max, file, signal, onBytes: () => {} });
  moveUpload(deps.db, key, 'issued', 'received', hash.slice(0, HASH_DIGITS));
  return key;
}

/**
 * Runs at start: resets interrupted uploads, and removes expired tickets and every incoming file that no received
 * upload needs.
 */
export async function cleanUploads(db: Database, incoming: string, now: number): Promise<void> {
  // Interrupted by the end of the process: can be sent again.
  db.update(uploads).set({ state: 'issued' }).where(eq(uploads.state, 'receiving')).run();
  db.delete(uploads).where(lte(uploads.expiresAt, now)).run();
  for (const name of await readdir(incoming).catch(ifMissing([]))) {
    // A partial file is named `<key>.part`, which is no key.
    if (findUpload(db, name)?.state !== 'received')
      await rm(path.join(incoming, name), { force: true });
  }
}

interface Receiving {
  body: ReadableStream<Uint8Array> | null;
  /** Content-Length, if sent. */
  declared: number | undefined;
  /** Largest size in bytes. */
  max: number;
  /** Final path. */
  file: string;
  /** Aborts; its reason is thrown. */
  signal: AbortSignal;
  /** Called with the total so far. */
  onBytes: (bytes: number) => void;
}

async function copy(receiving: Receiving, part: FileHandle): Promise<string> {
  const { body, declared, max, signal, onBytes } = receiving;
  const hash = createHash('sha256');
  let bytes = 0;
  await readChunks(body, signal, async (chunk) => {
    bytes += chunk.byteLength;
    if (bytes > max) throw new AppError('file_too_large');
    hash.update(chunk);
    await part.writeFile(chunk);
    onBytes(bytes);
  });
  if (declared !== undefined && bytes !== declared)
    throw new AppError('invalid_input', reason('upload_incomplete'));
  if (bytes === 0) throw new AppError('file_empty');
  await part.sync();
  return hash.digest('hex');
}

/**
 * Stores a body and returns its SHA-256 in hex. Syncs before renaming (fault F12); leaves nothing after a failure.
 * Throws `file_too_large`, `file_empty`, `invalid_input` (too short), or the reason of the signal.
 */
export async function receiveFile(receiving: Receiving): Promise<string> {
  const { file } = receiving;
  const partName = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const part = await open(partName, 'w', 0o600);
    const hash = await copy(receiving, part).finally(() => part.close());
    await rename(partName, file);
    await syncPath(path.dirname(file));
    return hash;
  } catch (error) {
    await rm(partName, { force: true });
    throw error;
  }
}

/** At least `uploadWindowBytes` in every window of `uploadWindowMs`; all of it within `uploadCapMs`. */
type Rule = Pick<Limits, 'uploadWindowMs' | 'uploadWindowBytes' | 'uploadCapMs'>;

/** Interval of `mayGoOn`. */
const CHECK_MS = 1000;

/** Aborts an upload with `timeout` when it is too slow (L5), or with what `mayGoOn` throws (threat T5). */
export function watchUpload(rule: Rule, mayGoOn: () => void) {
  const abort = new AbortController();
  let bytes = 0;
  let bytesBefore = 0;
  const slow = () => abort.abort(new AppError('timeout'));
  const window = setInterval(() => {
    if (bytes - bytesBefore < rule.uploadWindowBytes) slow();
    bytesBefore = bytes;
  }, rule.uploadWindowMs);
  const cap = setTimeout(slow, rule.uploadCapMs);
  const check = setInterval(() => {
    try {
      mayGoOn();
    } catch (reason) {
      abort.abort(reason);
    }
  }, CHECK_MS);
  return {
    signal: abort.signal,
    onBytes: (total: number) => {
      bytes = total;
    },
    stop: () => {
      clearInterval(window);
      clearTimeout(cap);
      clearInterval(check);
    },
  };
}
