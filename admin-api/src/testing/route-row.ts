/** A row of the table of routes. */
import type { TestApp } from './test-app.ts';

/** `setup` is an admin who may only set up two-factor. */
export const askers = ['anon', 'setup', 'viewer', 'editor', 'admin'] as const;
export type Asker = (typeof askers)[number];

interface Call {
  /** By default the row's path. */
  url?: string;
  json?: unknown;
  body?: string;
  /** Tokens of programs. */
  headers?: Record<string, string>;
}

interface Particulars {
  /** Needs a confirmed session ("Confirm it's you"). */
  confirms?: true;
  /** Changes the caller's account or session, so every case gets its own user. */
  own?: true;
}

/** Sets up and returns a call. The cookie is an editor's, or for `own` rows that of an allowed caller. */
export type Prepare = (t: TestApp, cookie: string) => Promise<Call | undefined> | Call | undefined;

/** `least` is the least role, `anon` everyone; `ok` the status of a call that is allowed. */
export function route(
  methodAndPath: string,
  least: Asker,
  ok: number,
  prepare: Prepare = () => {},
  particulars: Particulars = {},
) {
  const [method = '', path = ''] = methodAndPath.split(' ');
  const call = async (t: TestApp, cookie: string) => ({
    url: path,
    ...(await prepare(t, cookie)),
  });
  return { method, path, least, ok, call, ...particulars };
}

/** What a call answers; the routes' own tests check the shape. */
export async function answerOf(
  t: TestApp,
  cookie: string,
  method: string,
  url: string,
  json?: unknown,
) {
  const answer = await t.request(url, { method, cookie, ...(json !== undefined && { json }) });
  return (await answer.json()) as { id: string; secret: string; uploadURL: string };
}

let made = 0;
const next = () => {
  made += 1;
  return made;
};
export const another = (what: string) => `${what}-${next()}`;
