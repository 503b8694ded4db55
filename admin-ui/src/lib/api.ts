import { CHANGE_MADE } from '@veldlicht/contract/change-made';
import { WAITING_SINCE } from '@veldlicht/contract/waiting-since';
import { askSince } from './words-question.ts';

/** A non-ok answer of the API (spec §8). */
export class ApiError extends Error {
  readonly status: number;
  /** Why, for `serverText`: a reason of the API, else what the program in between said. */
  readonly reason: string;
  readonly code: string | null;
  /** Per field of the payload: the reason why it is refused. */
  readonly fields: Record<string, string>;
  /** Seconds after which another try makes sense, or null when the server named none. */
  readonly retryAfter: number | null;
  /** Who made the change that this one does not know of, and when; null if that is not known. */
  readonly changed: { by: string; at: string } | null;

  constructor(
    status: number,
    reason: string,
    code: string | null = null,
    fields: Record<string, string> = {},
    retryAfter: number | null = null,
    changed: { by: string; at: string } | null = null,
  ) {
    super(reason);
    this.reason = reason;
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.changed = changed;
  }
}

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});

/** The status texts a proxy sends in the place of ours; over HTTP/2 there is only the number. */
const BARE_STATUS =
  /^(Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|HTTP 5\d\d)$/i;

/** Why the server refused; null when nothing came from it, as when a program in between answered. */
export function serverReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || !error.reason) return null;
  return error.code === null && BARE_STATUS.test(error.reason) ? null : error.reason;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Parses an answer: usually a schema. */
interface Shape<T> {
  parse: (answer: unknown) => T;
}

interface ApiOptions<T> {
  /** Sent as JSON; without it the request has neither body nor content type (spec §7). */
  payload?: unknown;
  /** The ETag of the version that the change rests on. */
  ifMatch?: string;
  /** Parses the answer, which is ignored without it. Pages that open without schemas load both together. */
  schema?: Shape<T> | (() => Promise<Shape<T>>);
  /** `null`: a 401 answers null in place of an error (spec §8: an error by default). */
  on401?: 'throw' | 'null';
  /** Gets the id of the change that the call made, for undo. */
  onChange?: (change: number) => void;
  /** False: a refusal for who asks is not put to the person. */
  asks?: false;
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The texts of a JSON object; null for anything else. */
function textsOf(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])),
  );
}

/** The Retry-After header in seconds; null for none, or for a date (the API sends seconds). */
function retryAfterOf(response: Response): number | null {
  const value = response.headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/**
 * The error for a non-ok answer: the reason of its JSON, said in the panel's own words, else its `error`
 * field, else the HTTP status text (spec §8). Read leniently and without a schema: a proxy in between may have
 * sent it, and the sign-in page has none.
 */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error = '', code = null, reason } = textsOf(body) ?? {};
  const { status } = response;
  const retryAfter = retryAfterOf(response);
  if (error === '')
    return new ApiError(status, response.statusText || `HTTP ${status}`, null, {}, retryAfter);
  // Cast: it has texts, so it is an object.
  const parts = body as Record<string, unknown>;
  const fields = textsOf(parts.fieldReasons) ?? textsOf(parts.fields) ?? {};
  const { by, at } = textsOf(parts.changed) ?? {};
  const changed = by !== undefined && at !== undefined ? { by, at } : null;
  return new ApiError(status, reason ?? code ?? error, code, fields, retryAfter, changed);
}

/** Who makes the calls, and what happens when one is refused for that. */
export interface Access {
  /** Id of the person the panel shows, if any: a call is nobody's once it is another's session. */
  user: () => string | undefined;
  /** Does something about a refusal; answers whether the call is made again. */
  regain: (refusal: ApiError) => Promise<boolean>;
}

let access: Access = { user: () => undefined, regain: async () => false };

/** Sets what holds for every call from now on. */
export function setAccess(next: Access): void {
  access = next;
}

/** A call may need a sign-in, the set-up and a confirmation in turn; after that its refusal stands. */
const MOST_ASKED = 4;

/** Takes the rest of an answer nobody needs off the line: left there, the request stays open. */
async function unread<T>(response: Response, value: T): Promise<T> {
  await response.arrayBuffer();
  return value;
}

/**
 * One call to the API, cookies included (spec §7).
 * Throws ApiError on a non-ok answer, TypeError without a network, ZodError on a wrong shape.
 */
export async function callApi<T = void>(
  method: Method,
  path: string,
  options: ApiOptions<T> = {},
): Promise<T> {
  const { payload, ifMatch, schema, on401 = 'throw', asks = true, signal } = options;
  const headers = new Headers(ifMatch === undefined ? {} : { 'if-match': ifMatch });
  const init: RequestInit = { method, credentials: 'include', headers };
  if (signal) init.signal = signal;
  if (payload !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(payload);
  }
  for (let asked = 0; ; asked += 1) {
    const user = access.user();
    if (user !== undefined) headers.set('x-signed-in-as', user);
    const response = await (options.fetch ?? fetch)(path, init);
    // Cast: a caller that asks for null names a nullable T.
    if (response.status === 401 && on401 === 'null') return unread(response, null as T);
    if (response.ok) {
      const since = response.headers.get(WAITING_SINCE);
      if (since !== null) askSince(Number(since));
      const change = response.headers.get(CHANGE_MADE);
      if (change !== null) options.onChange?.(Number(change));
      // Cast: without a schema T is void.
      if (!schema) return unread(response, undefined as T);
      const shape = typeof schema === 'function' ? await schema() : schema;
      return shape.parse(await response.json());
    }
    const error = await errorOf(response);
    if (!asks || asked === MOST_ASKED || !(await access.regain(error))) throw error;
  }
}
