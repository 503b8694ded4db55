/** What the table of routes says about one of them. */
import type { TestApp } from './test-app.ts';

/** `setup` is an admin who may only set up two-factor; the others are signed in fully. */
export const askers = ['anon', 'setup', 'viewer', 'editor', 'admin'] as const;
export type Asker = (typeof askers)[number];

export interface Call {
  url: string;
  json?: unknown;
  body?: string;
  /** Of programs that show a token. */
  headers?: Record<string, string>;
}

export interface RouteRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The least role; `anon` is everyone. */
  least: Asker;
  /** The status of a call that is allowed. */
  ok: number;
  /** Asks for a password given a moment ago ("Confirm it's you"). */
  confirms?: true;
  /** Concerns the account or session of who asks: every case gets a user of its own. */
  own?: true;
  /**
   * Sets up what the call needs and answers it; the cookie is that of an editor, for `own` rows of
   * who asks if that is allowed.
   */
  call: (t: TestApp, cookie: string) => Promise<Call> | Call;
}

/** A call that needs nothing but its address. */
export const at = (url: string) => () => ({ url });
