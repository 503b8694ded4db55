import i18next from 'i18next';
import { serverMessage } from '#lib/api-error.ts';
import type { PlainTextKey } from './en.ts';
import { serverText } from './server-text.ts';

/** Why a call failed, for people: what the server said, else that it could not be reached. */
export function reasonText(error: unknown): string {
  const said = serverMessage(error);
  if (said) return serverText(said);
  return error instanceof TypeError ? i18next.t('noConnection') : i18next.t('serverInternal');
}

/** What failed, and on the next line why; once when both say the same. */
export function failureText(key: PlainTextKey, error: unknown): string {
  const what = i18next.t(key);
  const why = reasonText(error);
  return why === what ? what : `${what}\n${why}`;
}
