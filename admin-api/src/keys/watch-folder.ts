/** A folder whose pictures become drafts, such as one that Lightroom exports to (next.md §4). */
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { EnvironmentError } from '@veldlicht/contract/environment';
import { sentenceOf } from '@veldlicht/contract/reason';
import type { FailedFile } from '@veldlicht/contract/upload-key';
import { users } from '@veldlicht/database/schema';
import { and, asc, eq } from 'drizzle-orm';
import type { Deps } from '#http/app-env.ts';
import { toAppError } from '#http/error-handler.ts';
import { receivePhoto } from './remote-photo.service.ts';

/** How often the folder is looked into, in milliseconds; a file must be the same in two looks. */
const LOOK_EVERY_MS = 3000;
/** Where files go that can't be taken, each with a text beside it that says why. */
const FAILED = 'failed';
const WHY = '.why.txt';
/** What programs call a file that they are still writing. */
const UNFINISHED = /^\.|\.(?:part|partial|tmp|crdownload)$/i;

type Watching = Pick<Deps, 'db' | 'environment' | 'folder' | 'log' | 'closing'> & Deps;

/** The folder as it is set; null: none. Throws `EnvironmentError` when it is, or holds, our own data. */
export function watchedFolder({ environment, folder }: Pick<Deps, 'environment' | 'folder'>) {
  if (environment.watchFolder === null) return null;
  const watched = path.resolve(environment.watchFolder);
  const own = path.resolve(folder.root);
  const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);
  if (isWithin(watched, own) || isWithin(own, watched))
    throw new EnvironmentError('WATCH_FOLDER must lie outside DATA_DIR');
  return watched;
}

/** Drafts are made in the name of the admin who has been here longest. */
function findActor({ db }: Watching) {
  const isAdmin = and(eq(users.role, 'admin'), eq(users.status, 'active'));
  return db.select().from(users).where(isAdmin).orderBy(asc(users.createdAt)).get();
}

/** Takes one file in, and away; answers why it can't be taken. Throws what is no fault of the file. */
async function takeIn(deps: Watching, folder: string, name: string): Promise<string | null> {
  const actor = findActor(deps);
  if (!actor) return null;
  const place = path.join(folder, name);
  // A link that took the place of the file since leads nowhere.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
  let size = 0;
  try {
    size = (await file.stat()).size;
    // Node's own type of a web stream is not that of the browser, which ours is.
    const body = Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream;
    const remote = { remoteId: `folder/${name}`, fileName: name };
    await receivePhoto(deps, remote, { body, declared: size }, actor);
  } catch (error) {
    const { status, message, reason } = toAppError(error, deps.log);
    // Somebody is still writing it.
    const isChanging = (await file.stat()).size !== size;
    if (status >= 500 || status === 429 || isChanging) throw error;
    return reason ?? message;
  } finally {
    await file.close();
  }
  await rm(place);
  return null;
}

async function setAside(folder: string, name: string, why: string): Promise<void> {
  const aside = path.join(folder, FAILED);
  await mkdir(aside, { recursive: true });
  await rename(path.join(folder, name), path.join(aside, name));
  await writeFile(path.join(aside, name + WHY), `${sentenceOf(why)}\n${why}\n`);
}

/** Files that were set aside, until somebody has read why. */
export async function listFailed(folder: string | null): Promise<FailedFile[]> {
  if (folder === null) return [];
  const aside = path.join(folder, FAILED);
  const names = await readdir(aside).catch(() => []);
  const texts = names.filter((name) => name.endsWith(WHY)).sort();
  return Promise.all(
    texts.map(async (text) => {
      const [, reason = ''] = (await readFile(path.join(aside, text), 'utf8')).split('\n');
      return { name: text.slice(0, -WHY.length), reason };
    }),
  );
}

/** Somebody has read why; the files themselves stay. */
export async function forgetFailed(folder: string | null): Promise<void> {
  if (folder === null) return;
  for (const { name } of await listFailed(folder))
    await rm(path.join(folder, FAILED, name + WHY), { force: true });
}

/** Regular files that are whole, as far as their names tell, with what changes while they are written. */
async function look(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || UNFINISHED.test(entry.name)) continue;
    const file = await open(
      path.join(folder, entry.name),
      constants.O_RDONLY | constants.O_NOFOLLOW,
    );
    const { size, mtimeMs } = await file.stat().finally(() => file.close());
    found.set(entry.name, `${size} ${mtimeMs}`);
  }
  return found;
}

/**
 * Looks into the folder again and again. A file that is refused is set aside and told of in the panel; when
 * the fault is ours, such as a full disk, it stays and is tried again.
 */
export function startWatchFolder(deps: Watching, everyMs = LOOK_EVERY_MS) {
  const folder = watchedFolder(deps);
  let before = new Map<string, string>();
  let running: Promise<void> | null = null;
  const once = async (place: string) => {
    const now = await look(place);
    const whole = [...now].filter(([name, state]) => before.get(name) === state);
    before = now;
    for (const [name] of whole) {
      if (deps.closing.aborted) return;
      const why = await takeIn(deps, place, name);
      if (why !== null) await setAside(place, name, why);
    }
  };
  const begin = (place: string) => {
    running ??= once(place)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the watched folder has trouble'))
      .finally(() => {
        running = null;
      });
  };
  const timer = folder === null ? undefined : setInterval(begin, everyMs, folder);
  deps.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  /** Resolves once no file is being taken in. */
  return { ended: async () => void (await running) };
}
