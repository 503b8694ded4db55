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

/** Per field, why the server refused it. */
export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});

/** The status texts a proxy sends in the place of ours; over HTTP/2 there is only the number. */
const BARE_STATUS =
  /^(Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|HTTP 5\d\d)$/i;

/** Why the server refused; null when nothing came from it, as when a program in between answered. */
export function serverReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || !error.reason) return null;
  return error.code === null && BARE_STATUS.test(error.reason) ? null : error.reason;
}
