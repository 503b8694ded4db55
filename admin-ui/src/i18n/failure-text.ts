import { ACCEPTED_TEXT } from '@veldlicht/contract/error-texts';
import { readReason } from '@veldlicht/contract/reason';
import i18next, { type TFunction } from 'i18next';
import { ApiError, serverReason } from '#lib/api.ts';
import type { PlainTextKey } from './en.ts';

/** A reason in the current language; a text whose code nobody knows as it is. */
export function serverText(text: string): string {
  const { code, params } = readReason(text);
  if (!i18next.exists(code)) return text;
  // Cast: the reason brings the parameters of its text, which the types can't know.
  const { t } = i18next as { t: (key: string, params: Record<string, string>) => string };
  return t(code, { formats: listText(ACCEPTED_TEXT, t('or', {})), ...params });
}

/** 'JPEG, PNG or WebP' with another word for its last link: `or` in the language of the reader. */
export function listText(list: string, or: string): string {
  return list.replace(/ or (?=\S+$)/, ` ${or} `);
}

/** How long, in words: '1 minute and 5 seconds'. What is begun counts; never less than a second. */
export function waitText(length: number, t: TFunction = i18next.t): string {
  const whole = Math.max(1, Math.ceil(length));
  const minutes = Math.floor(whole / 60);
  const inMinutes = t('waitMinutes', { count: minutes });
  const inSeconds = t('waitSeconds', { count: whole % 60 });
  if (minutes === 0) return inSeconds;
  return whole % 60 === 0 ? inMinutes : t('waitBoth', { minutes: inMinutes, seconds: inSeconds });
}

/** Whether nothing answered: there is no network, or a proxy has no server behind it. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof ApiError) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

/** Why a call failed: what the server said (and how long to wait), else that it was out of reach. */
export function reasonText(error: unknown): string {
  const message = serverReason(error);
  if (message === null) return i18next.t(isOutOfReach(error) ? 'noConnection' : 'internal');
  const said = serverText(message);
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  if (retryAfter === null) return said;
  return `${said}\n${i18next.t('tryAgainIn', { wait: waitText(retryAfter) })}`;
}

/** Whether the reason is one of ours to tell, rather than the status of some program in between. */
function isWorthSaying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  return error.code !== null || error.status >= 500 || error.retryAfter !== null;
}

/** What failed (spec §8: the fixed text), and on the next line why; once when both say the same. */
export function failureText(key: PlainTextKey, error: unknown): string {
  const what = i18next.t(key);
  const why = isWorthSaying(error) ? reasonText(error) : what;
  return why === what ? what : `${what}\n${why}`;
}

/** What the server said, alone; else what failed. For the calls where spec §8 prefers the server's words. */
export function refusalText(key: PlainTextKey, error: unknown): string {
  return serverReason(error) === null ? failureText(key, error) : reasonText(error);
}
