import type { ErrorBody, ErrorCode } from '@veldlicht/contract/error';

/** Every refusal has one code, every code one status. */
const statuses = {
  invalid_input: 400,
  malformed_json: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  invalid_code: 401,
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
  method_not_allowed: 405,
  name_taken: 409,
  in_use: 409,
  stale_list: 409,
  changed_meanwhile: 412,
  ticket_invalid: 403,
  ticket_expired: 403,
  ticket_used: 409,
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
  publish_failed: 500,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

const texts: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'The request is not valid JSON',
  unauthenticated: 'Please sign in',
  invalid_credentials: 'Invalid credentials',
  invalid_code: 'Invalid verification code',
  confirmation_required: 'This needs your password first; nothing was changed',
  two_factor_required: '2FA Required',
  own_two_factor_missing: 'Enable two-factor authentication on your own account first',
  enforcement_on: 'Cannot disable 2FA while enforcement is enabled',
  own_account: 'You cannot change your own role or status',
  last_admin: 'There must be at least one active admin',
  too_many_attempts: 'Too many failed attempts; try again later',
  forbidden: 'You may not do this',
  cross_site: 'The request came from another site',
  not_found: 'Not found',
  changed_meanwhile: 'Someone else changed this in the meantime; look at it again',
  stale_list: 'Someone else changed this list in the meantime; look at it again',
  ticket_invalid: 'This upload address is not valid',
  ticket_expired: 'This upload address has expired',
  ticket_used: 'This upload address was used already',
  upload_busy: 'This upload is still running',
  upload_missing: 'There is no such upload; send the file again',
  file_too_large: 'The file is larger than 250 MB',
  file_empty: 'The file is empty (0 bytes)',
  body_too_large: 'The request is too large',
  uri_too_long: 'The address is too long',
  unreadable_file: 'The file could not be read',
  type_mismatch: 'A photo can only be replaced by a photo, a video only by a video',
  unsupported_body: 'Send JSON with the content type application/json',
  media_busy: 'The file is still being read; try again in a moment',
  too_many_requests: 'Too many requests; try again in a moment',
  disk_full: 'The disk is full',
  data_read_only:
    'The data folder can’t be written; nothing can be saved until that is put right on the server',
  database_damaged: 'The database is damaged; a backup has to be restored on the server',
  storage_failed: 'The storage of files does not answer; try again in a moment',
  timeout: 'The request came in too slowly',
  internal: 'Something went wrong',
};

interface Details {
  /** Per field of the payload: what is wrong with it. */
  fields?: Record<string, string>;
  /** Who made the change that this one does not know of, and when. */
  changed?: ErrorBody['changed'];
  /** Seconds after which another try makes sense; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that is expected: guards, services and routes throw it, the error handler answers it. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly changed: ErrorBody['changed'];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message?: string, details: Details = {}) {
    super(message ?? texts[code] ?? 'The request was refused', { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.changed = details.changed;
    this.retryAfter = details.retryAfter;
  }

  get status() {
    return statuses[this.code];
  }
}

/** A refusal of one field of the payload. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { fields: { [field]: message } });
}
