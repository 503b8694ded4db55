import { statfs } from 'node:fs/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Environment } from '@veldlicht/contract/environment';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import type { Storage } from '@veldlicht/database/storage/storage';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Passwords } from '#auth/password.ts';
import type { Session } from '#auth/sessions.ts';

/** Counts views while the program runs. */
export interface VisitCounter {
  /** Whether visitors are served by this machine. */
  isHere: boolean;
  /** Writes down that the embedded server answers a page, if that is a view. */
  record: (c: AppContext, status: number) => Promise<void>;
  /** Counts what is recorded by now; answers whether that could be done. */
  fold: () => Promise<boolean>;
  ended: () => Promise<void>;
}

/** Everything the app needs from outside; time and limits are parameters, so tests set them. */
export interface Deps {
  db: Database;
  folder: DataFolder;
  /** Where uploads wait and originals are kept. */
  storage: Storage;
  environment: Environment;
  secrets: { uploads: Buffer; twoFactor: Buffer; mail: Buffer };
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
  /** Calls back within `everyMs` after any commit, also of this process; returns a stop function. */
  watch: (everyMs: number, onChange: () => void) => () => void;
  passwords: Passwords;
  visits: VisitCounter;
  /** The built admin app. */
  adminDist: string;
  limits: Limits;
  /** Aborted when the process is about to end: streams close by themselves. */
  closing: AbortSignal;
}

/** Hono's environment: `incoming` is missing when the app is called in memory. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    session: Session | null;
    /** The same session as it is by now. */
    findAgain?: () => Session | null;
    /** Whether a guard let the call in for its session. */
    isLetIn?: boolean;
  };
}

export type AppContext = Context<AppEnv>;

/** The figures the API holds itself to; tests set smaller ones. */
export interface Limits {
  /** Largest JSON body in bytes, and how long it may take to arrive. */
  jsonBytes: number;
  jsonMs: number;
  /** Small bodies that may be arriving at once: of more, the oldest is ended. Fewer than the Caddyfile lets in. */
  bodiesAtOnce: number;
  /** Largest JSON body in bytes of a call that carries many items. */
  bulkJsonBytes: number;
  /** Largest upload in bytes. */
  fileBytes: number;
  /** Files that one user may be sending at the same time (L2). */
  uploadsAtOnce: number;
  /** An upload brings at least this many bytes in every window, and ends within the cap. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  uploadCapMs: number;
  /** Free disk space in bytes below which uploads are refused, and how it is found out. */
  minFreeBytes: number;
  freeBytes: (folder: string) => Promise<number>;
  /** How long PUT /api/media-objects waits for the worker. */
  finaliseMs: number;
  /** How long a list for visitors is waited for that is being written. */
  listMs: number;
  /** How long a page of the preview is waited for, and how many at the same time. */
  previewMs: number;
  previewsAtOnce: number;
  /** Server-sent events: a comment at least this often. */
  heartbeatMs: number;
}

export const defaultLimits: Limits = {
  jsonBytes: 1024 * 1024,
  jsonMs: 30_000,
  bodiesAtOnce: 64,
  bulkJsonBytes: 2 * 1024 * 1024,
  fileBytes: MAX_FILE_BYTES,
  uploadsAtOnce: 8,
  uploadWindowMs: 30_000,
  uploadWindowBytes: 30 * 16 * 1024,
  uploadCapMs: 4 * 60 * 60 * 1000,
  minFreeBytes: Math.max(2 * 1024 ** 3, 2 * MAX_FILE_BYTES),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  finaliseMs: 60_000,
  listMs: 10_000,
  previewMs: 30_000,
  previewsAtOnce: 32,
  heartbeatMs: 25_000,
};

/** For calls that carry many items: a larger body. */
export const forBulk = (deps: Deps): Deps => ({
  ...deps,
  limits: { ...deps.limits, jsonBytes: deps.limits.bulkJsonBytes },
});
