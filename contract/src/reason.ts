/**
 * Reasons of errors: a code of `errorTexts` with parameters, written `code?name=value`. One string, so that zod
 * messages, database columns and answers can carry it.
 */
import { ACCEPTED_TEXT, errorTexts, type ReasonCode } from './error-texts.ts';

type ReasonParams = Record<string, string | number>;

export function reason(code: ReasonCode, params: ReasonParams = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) query.set(name, String(value));
  return query.size > 0 ? `${code}?${query}` : code;
}

/** Arguments of zod's `.max` for a text. */
export function upTo(n: number): [most: number, reason: string] {
  return [n, reason('too_long', { n })];
}

/** Parses a reason; its code may be unknown here. */
export function readReason(text: string): { code: string; params: Record<string, string> } {
  const [code = '', query = ''] = text.split(/\?(.*)/s);
  return { code, params: Object.fromEntries(new URLSearchParams(query)) };
}

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(errorTexts, code);
}

/** The reason in the message of an error; `refused` for a message that is no reason. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return isReasonCode(readReason(message).code) ? message : reason('refused');
}

/** A reason as an English sentence, with the reason in its parameter `why`; a text that is no reason stays as it is. */
export function sentenceOf(text: string): string {
  const { code, params } = readReason(text);
  if (!isReasonCode(code)) return text;
  const why = sentenceOf(params.why ?? '');
  const filled: Record<string, string> = { formats: ACCEPTED_TEXT, ...params, why };
  return errorTexts[code].replace(/\{\{(\w+)\}\}/g, (hole, name: string) => filled[name] ?? hole);
}
