import type { HttpBindings } from '@hono/node-server';
import type { Environment } from '@veldlicht/contract/environment';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import type { Storage } from '@veldlicht/database/storage/storage';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Passwords } from '#auth/password.ts';
import type { Session } from '#auth/session.repository.ts';
import type { Limits } from './limits.ts';

/** Everything the app needs from outside; time and limits are parameters, so tests set them. */
export interface Deps {
  db: Database;
  folder: DataFolder;
  /** Where uploads wait and originals are kept. */
  storage: Storage;
  environment: Environment;
  secrets: { uploads: Buffer; twoFactor: Buffer };
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
  /** Calls back within `everyMs` after any commit, also of this process; returns a stop function. */
  watch: (everyMs: number, onChange: () => void) => () => void;
  passwords: Passwords;
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
