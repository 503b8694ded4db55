/**
 * Turns the pictures in a folder, such as one that Lightroom exports to, into drafts. Others may write there: nothing in
 * it is trusted, and a bad file never stops the others (decision 029).
 */
import { isUtf8 } from 'node:buffer';
import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { EnvironmentError } from '@veldlicht/contract/environment';
import { reason } from '@veldlicht/contract/reason';
import type { FailedFile } from '@veldlicht/contract/upload-key';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { ifMissing, systemCode } from '@veldlicht/database/system-errors';
import { and, asc, eq } from 'drizzle-orm';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toAppError } from '#http/error-handler.ts';
import { plainName, receivePhoto } from './remote-photo.service.ts';
import { forgetNote, keepNote, listNotes, type WatchedFile } from './watched-files.repository.ts';

/** Milliseconds between two looks; a file must be unchanged in both. */
const LOOK_EVERY_MS = 3000;
/** Milliseconds before a file is tried again after a fault of the server. */
const RETRY_MS = 60_000;
/** Names of unfinished and hidden files, except those that we took away. */
const UNFINISHED = /^\.(?!veldlicht-)|\.(?:part|partial|tmp|crdownload)$/i;
/** Prefix of a file that was taken away. */
const AWAY = /^\.veldlicht-[\w-]{16}-/;
/** Most bytes of a name after the prefix: file systems take 255 in all. */
const MAX_BYTES = 220;
/** Follows no link, and never blocks on a pipe. */
const TO_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** The file is gone, or a file server locks it for its writer. */
const NOT_NOW = ['ENOENT', 'EAGAIN'];

const STAYS = reason('watched_file_stays');
const UNUSABLE = reason('watched_folder_unusable');
const TROUBLE = 'the watched folder has trouble';
/** The name of the note about the folder itself. */
const THE_FOLDER = '';

/** Names are held as Latin-1, one character per byte, since not every name is UTF-8. */
const placeOf = (folder: string, name: string) =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);

/** The name for people. */
const nameOf = (name: string) => Buffer.from(name.replace(AWAY, ''), 'latin1').toString();

/** Identifies a file and its contents, which change it when written; null for all but regular files. */
function stateOf(stats: BigIntStats): string | null {
  const { dev, ino, size, mtimeNs } = stats;
  return stats.isFile() ? [dev, ino, size, mtimeNs].join(' ') : null;
}

function requireForeign(watched: string, own: string): string {
  const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);
  if (isWithin(watched, own) || isWithin(own, watched))
    throw new EnvironmentError('WATCH_FOLDER must lie outside DATA_DIR');
  return watched;
}

/** Returns `WATCH_FOLDER`, or null without one. Throws `EnvironmentError` when it overlaps DATA_DIR. */
export function watchedFolder({ environment, folder }: Pick<Deps, 'environment' | 'folder'>) {
  if (environment.watchFolder === null) return null;
  return requireForeign(path.resolve(environment.watchFolder), path.resolve(folder.root));
}

/** Lists failed files that nobody has seen yet, from the database only. */
export function listFailed({ db, environment }: Pick<Deps, 'db' | 'environment'>): FailedFile[] {
  return listNotes(db)
    .filter(({ seen }) => !seen)
    .map((note) => ({
      name: plainName(nameOf(note.name)) || path.basename(environment.watchFolder ?? ''),
      reason: note.reason,
    }));
}

/** Finds the oldest admin, who becomes the author of what the program itself adds. */
export function findActor(db: Store) {
  const isAdmin = and(eq(users.role, 'admin'), eq(users.status, 'active'));
  return db.select().from(users).where(isAdmin).orderBy(asc(users.createdAt)).get();
}

/** Takes a file in; false when it must wait, since it is gone or has changed. Throws what `receivePhoto` does. */
async function takeIn(deps: Deps, folder: string, name: string, state: string): Promise<boolean> {
  if (!isUtf8(Buffer.from(name, 'latin1')))
    throw new AppError('unreadable_file', reason('watched_name_unreadable'));
  const actor = findActor(deps.db);
  if (!actor) return false;
  await using file = await open(placeOf(folder, name), TO_READ).catch((cause: unknown) => {
    if (NOT_NOW.includes(systemCode(cause) ?? '')) return null;
    throw new AppError('internal', reason('watched_file_closed'), { cause });
  });
  if (!file) return false;
  const stats = await file.stat({ bigint: true });
  if (stateOf(stats) !== state) return false;
  const isChanged = async () => stateOf(await file.stat({ bigint: true })) !== state;
  // Cast: Node and the DOM declare web streams differently.
  const body = Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream;
  const remote = { remoteId: `folder/${nameOf(name)}`, fileName: plainName(nameOf(name)) };
  try {
    await receivePhoto(deps, remote, { body, declared: Number(stats.size) }, actor);
  } catch (error) {
    // It is still being written.
    if (await isChanged()) return false;
    throw error;
  }
  return !(await isChanged());
}

/**
 * Removes the file that was taken in. Renames it first: a file that replaced it at this moment survives under the new
 * name, and is taken in later. Throws `AppError`.
 */
async function takeAway(folder: string, name: string, state: string): Promise<void> {
  const bytes = name.replace(AWAY, '').slice(-MAX_BYTES);
  const away = placeOf(folder, `.veldlicht-${newId()}-${bytes}`);
  try {
    await rename(placeOf(folder, name), away);
    if (stateOf(await lstat(away, { bigint: true })) === state) await unlink(away);
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw new AppError('internal', STAYS, { cause });
  }
}

/** Lists finished files by their names, each with its state. */
async function look(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const names = await readdir(folder, { encoding: 'latin1' });
  for (const name of names.filter((one) => !UNFINISHED.test(one)).sort()) {
    const state = await lstat(placeOf(folder, name), { bigint: true })
      .then(stateOf, ifMissing(null))
      .catch(() => 'unknown');
    if (state !== null) found.set(name, state);
  }
  return found;
}

/** Whether a refused file is unchanged and not due for another try. */
function isSettled(note: WatchedFile | undefined, state: string, now: number): boolean {
  if (note?.state !== state) return false;
  if (note.retryAt === null) return true;
  const wait = note.retryAt - now;
  // A longer wait comes from a wrong clock.
  return wait > 0 && wait <= RETRY_MS;
}

/** Takes a file in and removes it, or records why it can't. */
async function take(deps: Deps, folder: string, file: [string, string], note?: WatchedFile) {
  const [name, state] = file;
  const isIn = note?.state === state && note.reason === STAYS;
  try {
    if (isIn || (await takeIn(deps, folder, name, state))) await takeAway(folder, name, state);
  } catch (error) {
    const { status, reason, cause } = toAppError(error, deps.log);
    // Too many uploads at once: it is tried again at the next look.
    if (status === 429 || deps.closing.aborted) return;
    const mayPass = status >= 500 || status === 408;
    if (mayPass && note?.reason !== reason)
      deps.log.warn({ reason, code: systemCode(cause) }, TROUBLE);
    keepNote(deps.db, { name, state, reason, retryAt: mayPass ? deps.now() + RETRY_MS : null });
  }
}

/**
 * Watches the folder. The panel shows what is wrong with a file or the folder. A refused file is tried again once it
 * changes; after a fault of the server, such as a full disk, also every minute.
 */
export function startWatchFolder(deps: Deps, everyMs = LOOK_EVERY_MS) {
  const { db, log, closing } = deps;
  const folder = watchedFolder(deps);
  let real: string | null = null;
  let before = new Map<string, string>();
  let running: Promise<void> | null = null;
  /** Resolves the folder once; a link that is added to its path later is refused. */
  const find = async (place: string) => {
    if (deps.storage.direct) throw new Error('WATCH_FOLDER needs originals on the disk');
    real ??= await realpath(place);
    if ((await realpath(real)) !== real) throw new Error('a link leads to the watched folder now');
    return requireForeign(real, await realpath(deps.folder.root));
  };
  const once = async (place: string) => {
    const notes = new Map(listNotes(db).map((note) => [note.name, note]));
    const now = await find(place)
      .then(look)
      .catch((error: unknown) => {
        if (notes.has(THE_FOLDER)) return null;
        log.warn({ err: error }, TROUBLE);
        keepNote(db, { name: THE_FOLDER, state: '', reason: UNUSABLE, retryAt: null });
        return null;
      });
    if (now === null || real === null) return;
    for (const name of notes.keys()) if (!now.has(name)) forgetNote(db, name);
    const whole = [...now].filter(([name, state]) => before.get(name) === state);
    before = now;
    for (const file of whole) {
      if (closing.aborted) return;
      const note = notes.get(file[0]);
      if (!isSettled(note, file[1], deps.now())) await take(deps, real, file, note);
    }
  };
  const begin = (place: string) => {
    running ??= once(place)
      .catch((error: unknown) => void toAppError(error, log))
      .finally(() => {
        running = null;
      });
  };
  if (folder === null) for (const { name } of listNotes(db)) forgetNote(db, name);
  const timer = folder === null ? undefined : setInterval(begin, everyMs, folder);
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  /** `ended` resolves once no file is being taken in. */
  return { ended: async () => void (await running) };
}
