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

/** Counts page views. */
export interface VisitCounter {
  /** Whether this machine serves the visitors. */
  isHere: boolean;
  /** Records a response of the embedded server, if it is a page view. */
  record: (c: AppContext, status: number) => Promise<void>;
  /** Counts the views recorded so far; false when that failed. */
  fold: () => Promise<boolean>;
  ended: () => Promise<void>;
}

/** Everything the app needs from outside; tests replace clock and limits. */
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
  /** Calls back within `everyMs` of any commit, this process's included; returns a stop function. */
  watch: (everyMs: number, onChange: () => void) => () => void;
  passwords: Passwords;
  visits: VisitCounter;
  /** The built admin app. */
  adminDist: string;
  limits: Limits;
  /** Aborted at shutdown, so that streams close. */
  closing: AbortSignal;
}

/** `incoming` is missing when tests call the app in memory. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    session: Session | null;
    /** Reads the session again, after a slow body. */
    findAgain?: () => Session | null;
    /** Whether a guard accepted the session. */
    isLetIn?: boolean;
  };
}

export type AppContext = Context<AppEnv>;

/** Limits of the API; tests set smaller ones. */
export interface Limits {
  /** Largest JSON body in bytes, and how long it may take to arrive. */
  jsonBytes: number;
  jsonMs: number;
  /** Small bodies arriving at once; one more aborts the oldest. Fewer than the Caddyfile lets in. */
  bodiesAtOnce: number;
  /** Largest JSON body of a bulk call, in bytes. */
  bulkJsonBytes: number;
  /** Largest upload in bytes. */
  fileBytes: number;
  /** Concurrent uploads per user (L2). */
  uploadsAtOnce: number;
  /** Minimum bytes of an upload in every window, and its longest duration. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  uploadCapMs: number;
  /** Free bytes on disk below which uploads are refused, and the function that measures them. */
  minFreeBytes: number;
  freeBytes: (folder: string) => Promise<number>;
  /** How long PUT /api/media-objects waits for the worker. */
  finaliseMs: number;
  /** How long a request waits for a public list that is being written. */
  listMs: number;
  /** Timeout of a preview page, and how many render at once. */
  previewMs: number;
  previewsAtOnce: number;
  /** Interval of comments in server-sent events. */
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

/** `deps` with the body limit of bulk calls. */
export const forBulk = (deps: Deps): Deps => ({
  ...deps,
  limits: { ...deps.limits, jsonBytes: deps.limits.bulkJsonBytes },
});
