/** The app with its own migrated database and folders, for one test. */
import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import type { Role } from '@veldlicht/contract/user';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { newId } from '@veldlicht/database/new-id';
import { auditLog, users } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { createTestDatabase, standingChange } from '@veldlicht/database/testing';
import { watchDatabase } from '@veldlicht/database/watch';
import type { SQLiteTable, SQLiteView } from 'drizzle-orm/sqlite-core';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import type { Passwords } from '#auth/password.ts';
import { cookieName, startSession } from '#auth/sessions.ts';
import { type Deps, defaultLimits, type Limits } from '#http/app-env.ts';
import { createVisitCounter } from '#visits/visit-counter.ts';
import { createApp } from '../app.ts';

export const ORIGIN = 'http://localhost:4321';
/** The clock at the start of every test. */
export const START = Date.UTC(2026, 4, 31, 12);

export interface Options {
  environment?: Record<string, string>;
  limits?: Partial<Limits>;
  passwords?: Partial<Passwords>;
  /** Fills the data folder first, such as with that of an older version. */
  fill?: (root: string) => void;
  /** Shorter waits for a bucket. */
  bucket?: Parameters<typeof openStorage>[2];
}

interface RequestOptions {
  method?: string;
  /** Cookie of a signed-in user. */
  cookie?: string | undefined;
  json?: unknown;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Address of the client's end of the connection. */
  from?: string;
}

type BodyInit = NonNullable<ConstructorParameters<typeof Request>[1]>['body'];

/** Fast fakes: the hash of "x" is "hash:x". `during` runs while the next hash of its kind is computed. */
function cheapPasswords(during: Partial<Record<keyof Passwords, () => unknown>>): Passwords {
  const happen = async (kind: keyof Passwords) => {
    const act = during[kind];
    delete during[kind];
    await act?.();
  };
  return {
    verify: async (hash, password) => {
      await happen('verify');
      return hash === `hash:${password}`;
    },
    hash: async (password) => {
      await happen('hash');
      return `hash:${password}`;
    },
    hashWith: async (text, salt) => {
      await happen('hashWith');
      return createHmac('sha256', salt).update(text).digest('hex');
    },
  };
}

export async function createTestApp(options: Options = {}) {
  const { db, file, folder: root, remove } = await createTestDatabase(options.fill);
  const standing = standingChange(db);
  // No test is about power cuts, and syncing would take most of the time.
  db.$client.pragma('synchronous = OFF');
  const folder = dataFolder(root);
  for (const place of [folder.incoming, folder.renditions, folder.publicMedia])
    mkdirSync(place, { recursive: true });
  const adminDist = path.join(root, 'admin-dist');
  // Few tests watch.
  let watcher: ReturnType<typeof openConnection> | undefined;
  const closing = new AbortController();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const during: Parameters<typeof cheapPasswords>[0] = {};
  let time = START;
  const environment = readEnvironment({
    PUBLIC_ORIGIN: ORIGIN,
    VISITS_DIR: path.join(root, 'visits'),
    DATA_DIR: root,
    ...options.environment,
  });
  const deps: Deps = {
    db,
    folder,
    storage: openStorage(environment.storage, folder, { now: () => time, ...options.bucket }),
    environment,
    secrets: {
      uploads: Buffer.alloc(32, 7),
      twoFactor: Buffer.alloc(32, 8),
      mail: Buffer.alloc(32, 9),
    },
    now: () => time,
    log,
    watch: (everyMs, onChange) => {
      watcher ??= openConnection(file, { readonly: true });
      return watchDatabase(watcher, everyMs, onChange);
    },
    passwords: { ...cheapPasswords(during), ...options.passwords },
    visits: createVisitCounter({ db, environment, log, now: () => time }),
    adminDist,
    limits: { ...defaultLimits, freeBytes: async () => 2 ** 50, ...options.limits },
    closing: closing.signal,
  };
  const app = createApp(deps);
  const origin = deps.environment.publicOrigin;

  const request = async (url: string, init: RequestOptions = {}) => {
    const { method = 'GET', cookie, json, body, headers, from } = init;
    const cookies = [cookie, headers?.cookie].filter(Boolean).join('; ');
    const wire = from === undefined ? {} : { incoming: { socket: { remoteAddress: from } } };
    const sent = {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...(cookies !== '' && { cookie: cookies }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body, duplex: 'half' as const }),
    };
    return await standing.without(() => app.request(origin + url, sent, wire));
  };

  const addUser = (role: Role, name: string = role) => {
    const user = {
      id: newId(),
      username: name,
      email: `${name}@example.nl`,
      role,
      passwordHash: `hash:password of ${name}`,
      createdAt: time,
    };
    db.insert(users).values(user).run();
    return user;
  };
  /** Adds a user with this role, and signs them in. */
  const signInAs = (role: Role, name: string = role) => {
    const user = addUser(role, name);
    const secret = startSession(db, { userId: user.id, confirmedAt: time }, undefined, time);
    return { user, secret, cookie: `${cookieName(origin, 'sid')}=${secret}` };
  };

  return {
    app,
    deps,
    db,
    folder,
    file,
    logged,
    closing,
    /** Runs once, while the next hash of that kind is computed. */
    during: (kind: keyof Passwords, act: () => unknown) => {
      during[kind] = act;
    },
    request,
    addUser,
    signInAs,
    /** Number of rows written so far, rolled back ones included. */
    written: () =>
      Number(db.$client.prepare('SELECT total_changes()').pluck().get()) - standing.writes(),
    /** Every row of a table. */
    rows: <T extends SQLiteTable | SQLiteView>(table: T): T['$inferSelect'][] =>
      // Cast: drizzle's own type is too deep for a parameter.
      db
        .select()
        .from(table as SQLiteTable)
        .all() as T['$inferSelect'][],
    /** These columns of every audit entry. */
    audits: <K extends keyof typeof auditLog.$inferSelect>(...names: K[]) =>
      db
        .select()
        .from(auditLog)
        .all()
        .map((row) => names.map((name) => row[name])),
    /** Makes every such statement fail, such as `INSERT ON outbox`; returns a function that ends it. */
    failOn: (statement: string) => {
      const fail = "BEGIN SELECT RAISE(FAIL, 'full'); END";
      db.$client.exec(`CREATE TEMP TRIGGER full BEFORE ${statement} ${fail}`);
      return () => void db.$client.exec('DROP TRIGGER full');
    },
    /** Moves the clock forward. */
    pass: (ms: number) => {
      time += ms;
    },
    remove: () => {
      closing.abort();
      watcher?.close();
      remove();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** A new app for each test, with a signed-in user: eva, by default an admin. */
export type World = TestApp & {
  user: ReturnType<TestApp['addUser']>;
  /** Eva's. */
  cookie: string;
  /** A request by eva, or with another cookie. */
  send: (method: string, url: string, json?: unknown, cookie?: string) => Promise<Response>;
  /** Replaces the app, such as by one with other limits. */
  reopen: (options: Options) => Promise<void>;
};

export function useTestApp(options: Options = {}, role: Role = 'admin'): World {
  // Filled before each test.
  const t = {} as World;
  const open = async (own: Options) => {
    Object.assign(t, await createTestApp(own));
    const { user, cookie } = t.signInAs(role, 'eva');
    Object.assign(t, { user, cookie });
  };
  t.reopen = async (own) => {
    t.remove();
    await open(own);
  };
  t.send = (method, url, json, cookie = t.cookie) =>
    t.request(url, { method, cookie, ...(json !== undefined && { json }) });
  beforeEach(() => open(options));
  afterEach(() => t.remove());
  return t;
}
