import { CHANGE_MADE } from '@veldlicht/contract/change-made';
import { WAITING_SINCE } from '@veldlicht/contract/waiting-since';
import { askSince } from './words-question.ts';

/** A non-ok response of the API (spec §8). */
export class ApiError extends Error {
  readonly status: number;
  /** For `serverText`: a reason of the API, else the text of a proxy. */
  readonly reason: string;
  readonly code: string | null;
  /** Reasons by field of the payload. */
  readonly fields: Record<string, string>;
  /** Seconds to wait before retrying; null if the server named none. */
  readonly retryAfter: number | null;
  /** Author and time of the conflicting change (decision 007); null if unknown. */
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

/** Status texts of proxies; HTTP/2 has the number only. */
const BARE_STATUS =
  /^(Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|HTTP 5\d\d)$/i;

/** The server's reason; null if the response came from a proxy, or there was none. */
export function serverReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || !error.reason) return null;
  return error.code === null && BARE_STATUS.test(error.reason) ? null : error.reason;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Parses a response; usually a schema. */
interface Shape<T> {
  parse: (answer: unknown) => T;
}

interface ApiOptions<T> {
  /** Sent as JSON; without it the request has neither body nor content type (spec §7). */
  payload?: unknown;
  /** ETag of the version that the change is based on. */
  ifMatch?: string;
  /** Parses the response, which is ignored without it. A function loads the schema along with the response. */
  schema?: Shape<T> | (() => Promise<Shape<T>>);
  /** `null` turns a 401 into null instead of an error (spec §8: an error by default). */
  on401?: 'throw' | 'null';
  /** Receives the id of the change that the call made, for undo. */
  onChange?: (change: number) => void;
  /** False throws a refusal without asking the user to sign in or confirm. */
  asks?: false;
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The string properties of a JSON object; null for anything else. */
function textsOf(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])),
  );
}

/** Retry-After in seconds; null for none or a date (the API sends seconds). */
function retryAfterOf(response: Response): number | null {
  const value = response.headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/**
 * Builds the error of a non-ok response from the reason of its JSON, else its `error` field, else the HTTP status text
 * (spec §8). Without a schema: a proxy may have sent it, and the sign-in page loads none.
 */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error = '', code = null, reason } = textsOf(body) ?? {};
  const { status } = response;
  const retryAfter = retryAfterOf(response);
  if (error === '')
    return new ApiError(status, response.statusText || `HTTP ${status}`, null, {}, retryAfter);
  // Cast: textsOf found a property, so it is an object.
  const parts = body as Record<string, unknown>;
  const fields = textsOf(parts.fieldReasons) ?? textsOf(parts.fields) ?? {};
  const { by, at } = textsOf(parts.changed) ?? {};
  const changed = by !== undefined && at !== undefined ? { by, at } : null;
  return new ApiError(status, reason ?? code ?? error, code, fields, retryAfter, changed);
}

/** Who makes the calls, and what to do when access is refused. */
export interface Access {
  /** Id of the user that the panel shows; the server refuses the call in another user's session. */
  user: () => string | undefined;
  /** Tries to regain access; resolves to whether the call is repeated. */
  regain: (refusal: ApiError) => Promise<boolean>;
}

let access: Access = { user: () => undefined, regain: async () => false };

export function setAccess(next: Access): void {
  access = next;
}

/** A call may need a sign-in, the set-up and a confirmation in turn. */
const MOST_ASKED = 4;

/** Reads a body that nobody needs: unread, it would keep the request open. */
async function unread<T>(response: Response, value: T): Promise<T> {
  await response.arrayBuffer();
  return value;
}

/**
 * Calls the API, with cookies (spec §7). Throws ApiError for a non-ok response, TypeError without a network, ZodError
 * for a wrong shape.
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
    // Cast: callers with `on401: 'null'` have a nullable T.
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
