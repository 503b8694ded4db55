/** The upload sequence up to the stored file (spec §7, architecture §4): ticket, then one PUT. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import type { UploadTicket } from '@veldlicht/contract/upload';
import type { Database } from '@veldlicht/database/open';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { findUser } from '#users/users.repository.ts';
import { receiveFile, watchUpload } from './receive-file.ts';
import { readTicket, type SentTicket, signedPath, type Ticket } from './ticket.ts';
import {
  countReceiving,
  deleteExpiredUploads,
  findUpload,
  insertUpload,
  moveUpload,
  resetReceiving,
} from './uploads.repository.ts';

/** A file is known by the first 32 hex digits of its SHA-256. */
const HASH_DIGITS = 32;

function incomingFile(deps: Deps, key: string): string {
  return path.join(deps.folder.incoming, key);
}

/** Gives out an address for one PUT by this user: here, or straight to the bucket (decision 018). */
export async function issueTicket(deps: Deps, userId: string): Promise<UploadTicket> {
  const now = deps.now();
  const expires = Math.floor(now / 1000) + UPLOAD_TICKET_SECONDS;
  const ticket = {
    key: randomBytes(16).toString('hex'),
    expires,
    max: deps.limits.fileBytes,
    userId,
  };
  insertUpload(deps.db, {
    key: ticket.key,
    userId,
    state: 'issued',
    expiresAt: expires * 1000,
    createdAt: now,
  });
  const uploadURL = deps.storage.direct
    ? await deps.storage.direct.address(ticket.key, now)
    : deps.environment.publicOrigin + signedPath(deps.secrets.uploads, ticket);
  return { uploadURL, objectPath: `/uploads/${ticket.key}` };
}

/** The user of a ticket must still be one who may upload (threats T5, T21). */
function requireUploader(deps: Deps, userId: string): void {
  const user = findUser(deps.db, userId);
  if (user?.status !== 'active' || user.role === 'viewer') throw new AppError('forbidden');
}

/** Throws `disk_full` when the disk is nearly so. */
export async function requireFreeSpace(deps: Deps): Promise<void> {
  await mkdir(deps.folder.incoming, { recursive: true, mode: 0o700 });
  const free = await deps.limits.freeBytes(deps.folder.incoming);
  if (free < deps.limits.minFreeBytes) throw new AppError('disk_full');
}

/** Checks a sent ticket. Throws `ticket_invalid`, `ticket_expired` or `forbidden`. */
function requireTicket(deps: Deps, sent: SentTicket): Ticket {
  const ticket = readTicket(deps.secrets.uploads, sent);
  if (!ticket || !findUpload(deps.db, ticket.key)) throw new AppError('ticket_invalid');
  if (ticket.expires * 1000 <= deps.now()) throw new AppError('ticket_expired');
  requireUploader(deps, ticket.userId);
  return ticket;
}

/** Seconds after which a file that was one too many may come again. */
const TURN_SECONDS = 1;

/** Throws `too_many_requests` when the user is sending as many files as may come at once (L2). */
function requireTurn(deps: Deps, userId: string): void {
  if (countReceiving(deps.db, userId) >= deps.limits.uploadsAtOnce)
    throw new AppError('too_many_requests', undefined, { retryAfter: TURN_SECONDS });
}

/**
 * Takes the one use of a ticket. Throws `ticket_used`, `upload_busy` while a PUT is running, or
 * `too_many_requests`, which leaves the ticket as it was.
 */
function claim(deps: Deps, { key, userId }: Ticket): void {
  if (findUpload(deps.db, key)?.state === 'issued') requireTurn(deps, userId);
  if (moveUpload(deps.db, key, 'issued', 'receiving')) return;
  const isRunning = findUpload(deps.db, key)?.state === 'receiving';
  throw new AppError(isRunning ? 'upload_busy' : 'ticket_used');
}

interface Incoming {
  body: ReadableStream<Uint8Array> | null;
  declared: number | undefined;
}

/**
 * Receives the file of a ticket. Only a whole file uses the ticket up: after any failure the same
 * address works again and nothing is left on disk.
 */
export async function receiveUpload(deps: Deps, sent: SentTicket, incoming: Incoming) {
  const ticket = requireTicket(deps, sent);
  if (incoming.declared !== undefined && incoming.declared > ticket.max)
    throw new AppError('file_too_large');
  await requireFreeSpace(deps);
  claim(deps, ticket);
  const file = incomingFile(deps, ticket.key);
  const {
    uploadWindowMs: windowMs,
    uploadWindowBytes: windowBytes,
    uploadCapMs: capMs,
  } = deps.limits;
  const mayGoOn = () => {
    requireUploader(deps, ticket.userId);
    if (!findUpload(deps.db, ticket.key)) throw new AppError('ticket_invalid');
  };
  const watch = watchUpload({ windowMs, windowBytes, capMs }, mayGoOn);
  try {
    const { signal, onBytes } = watch;
    const hash = await receiveFile({ ...incoming, max: ticket.max, file, signal, onBytes });
    mayGoOn();
    const fileHash = hash.slice(0, HASH_DIGITS);
    if (!moveUpload(deps.db, ticket.key, 'receiving', 'received', fileHash))
      throw new AppError('ticket_invalid');
  } catch (error) {
    await rm(file, { force: true });
    moveUpload(deps.db, ticket.key, 'receiving', 'issued');
    throw error;
  } finally {
    watch.stop();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Removes half-sent files, files whose ticket expired unused, and whatever else no upload waits for:
 * its user is gone, it is stored already, or it was never acknowledged. A process that is still ending
 * loses nothing by it: `resetReceiving` has taken its uploads away.
 */
export async function cleanUploads(db: Database, incoming: string, now: number): Promise<void> {
  resetReceiving(db);
  deleteExpiredUploads(db, now);
  for (const name of await namesIn(incoming)) {
    // A half-sent file is called `<key>.part`: that is no key.
    if (findUpload(db, name)?.state !== 'received')
      await rm(path.join(incoming, name), { force: true });
  }
}
