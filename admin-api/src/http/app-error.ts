import type { ErrorBody, ErrorCode } from '@veldlicht/contract/error';
import { isReasonCode, reason, sentenceOf } from '@veldlicht/contract/reason';

/** HTTP status of each error code. */
const statuses = {
  invalid_input: 400,
  malformed_json: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  invalid_code: 401,
  passkey_refused: 401,
  confirmation_required: 403,
  two_factor_required: 403,
  two_factor_state: 409,
  own_two_factor_missing: 403,
  enforcement_on: 409,
  own_account: 403,
  last_admin: 409,
  too_many_attempts: 429,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  name_taken: 409,
  in_use: 409,
  stale_list: 409,
  changed_meanwhile: 412,
  ticket_invalid: 403,
  ticket_expired: 403,
  ticket_used: 409,
  link_invalid: 410,
  upload_busy: 409,
  upload_missing: 400,
  file_too_large: 413,
  file_empty: 422,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_type: 415,
  unreadable_file: 422,
  type_mismatch: 409,
  unsupported_body: 415,
  media_busy: 503,
  too_many_requests: 429,
  disk_full: 507,
  data_read_only: 503,
  database_damaged: 503,
  storage_failed: 503,
  timeout: 408,
  not_ready: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

interface Details {
  /** Reason per refused field of the payload. */
  fields?: Record<string, string>;
  /** Author and time of the conflicting change. */
  changed?: ErrorBody['changed'];
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/**
 * An expected error: guards, services and routes throw it, the error handler responds. `why` is a reason
 * (contract/reason) or a sentence; without it the code gives the reason.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly reason: string;
  readonly fields: Record<string, string> | undefined;
  readonly changed: ErrorBody['changed'];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, why?: string, details: Details = {}) {
    const said = why ?? reason(isReasonCode(code) ? code : 'refused');
    super(sentenceOf(said), { cause: details.cause });
    this.code = code;
    this.reason = said;
    this.fields = details.fields;
    this.changed = details.changed;
    this.retryAfter = details.retryAfter;
  }

  get status() {
    return statuses[this.code];
  }
}

/** An `invalid_input` error about one field of the payload. */
export function invalidField(field: string, why: string): AppError {
  return new AppError('invalid_input', why, { fields: { [field]: why } });
}
