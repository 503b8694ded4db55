/** A non-ok answer of the API: `message` is its text for people, `code` its stable name (spec §8). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  /** Per field of the payload: what is wrong with it. */
  readonly fields: Record<string, string>;
  /** Seconds after which another try makes sense, or null when the server named none. */
  readonly retryAfter: number | null;
  /** Who made the change that this one does not know of, and when; null if that is not known. */
  readonly changed: { by: string; at: string } | null;

  constructor(
    status: number,
    message: string,
    code: string | null = null,
    fields: Record<string, string> = {},
    retryAfter: number | null = null,
    changed: { by: string; at: string } | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.changed = changed;
  }
}

/** The text of a refusal by the server, or null for a failure of another kind (no network, a bug). */
export function serverMessage(error: unknown): string | null {
  return error instanceof ApiError && error.message ? error.message : null;
}

/** The status texts a proxy sends in the place of ours; over HTTP/2 there is only the number. */
const BARE_STATUS =
  /^(Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|HTTP 5\d\d)$/i;

/** What the server itself said, in English; null when nothing came from it, as when a program in between answered. */
export function serverWords(error: unknown): string | null {
  const message = serverMessage(error);
  const isBare =
    error instanceof ApiError && error.code === null && BARE_STATUS.test(error.message);
  return isBare ? null : message;
}
