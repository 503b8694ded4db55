import { ACCEPTED_TEXT } from '@veldlicht/contract/error-texts';
import { readReason } from '@veldlicht/contract/reason';
import i18next, { type TFunction } from 'i18next';
import { ApiError, serverReason } from '#lib/api.ts';
import type { PlainTextKey } from './en.ts';

/** Translates a reason; returns a text without a known code unchanged. */
export function serverText(text: string): string {
  const { code, params } = readReason(text);
  if (!i18next.exists(code)) return text;
  // Cast: the parameters come with the reason.
  const { t } = i18next as { t: (key: string, params: Record<string, string>) => string };
  const why = serverText(params.why ?? '');
  return t(code, { formats: listText(ACCEPTED_TEXT, t('or', {})), ...params, why });
}

/** Replaces the last "or" of 'JPEG, PNG or WebP' by a translation. */
export function listText(list: string, or: string): string {
  return list.replace(/ or (?=\S+$)/, ` ${or} `);
}

/** '1 minute and 5 seconds', rounded up to at least one second. */
export function waitText(length: number, t: TFunction = i18next.t): string {
  const whole = Math.max(1, Math.ceil(length));
  const minutes = Math.floor(whole / 60);
  const inMinutes = t('waitMinutes', { count: minutes });
  const inSeconds = t('waitSeconds', { count: whole % 60 });
  if (minutes === 0) return inSeconds;
  return whole % 60 === 0 ? inMinutes : t('waitBoth', { minutes: inMinutes, seconds: inSeconds });
}

/** Whether the server did not respond: no network, or a proxy without a server. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof ApiError) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

/** The server's reason (with the time to wait), else that it can't be reached. */
export function reasonText(error: unknown): string {
  const message = serverReason(error);
  if (message === null) return i18next.t(isOutOfReach(error) ? 'noConnection' : 'internal');
  const reason = serverText(message);
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  if (retryAfter === null) return reason;
  return `${reason}\n${i18next.t('tryAgainIn', { wait: waitText(retryAfter) })}`;
}

/** Whether the reason is ours, rather than the status text of a proxy. */
function isWorthSaying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  return error.code !== null || error.status >= 500 || error.retryAfter !== null;
}

/** What failed (the fixed text of spec §8), and the reason on the next line unless it is the same. */
export function failureText(key: PlainTextKey, error: unknown): string {
  const what = i18next.t(key);
  const why = isWorthSaying(error) ? reasonText(error) : what;
  return why === what ? what : `${what}\n${why}`;
}

/** The server's reason alone, else what failed; for calls where spec §8 prefers the server's message. */
export function refusalText(key: PlainTextKey, error: unknown): string {
  return serverReason(error) === null ? failureText(key, error) : reasonText(error);
}
