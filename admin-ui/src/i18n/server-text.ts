/** Says reasons (contract/reason), and the faults that forms find, in the language of the panel. */
import { readReason } from '@veldlicht/contract/reason';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import i18next from 'i18next';
import { en } from './en.ts';

/** A reason in the current language; a text whose code nobody knows as it is. */
export function serverText(text: string): string {
  const { code, params } = readReason(text);
  if (!Object.hasOwn(en, code)) return text;
  // Cast: the reason brings the parameters of its text, which the types can't know.
  const { t } = i18next as { t: (key: string, params: Record<string, string>) => string };
  return t(code, { formats: listText(ACCEPTED_TEXT, t('or', {})), ...params });
}

/** 'JPEG, PNG or WebP' with another word for its last link: `or` in the language of the reader. */
export function listText(list: string, or: string): string {
  return list.replace(/ or (?=\S+$)/, ` ${or} `);
}
