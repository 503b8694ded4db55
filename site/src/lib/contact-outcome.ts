import { VISIBLE } from '@veldlicht/contract/name';
import { contactForm } from '#copy/scripts.ts';

/** The toast that the visitor sees. */
export interface Notice {
  title: string;
  text: string;
  isError: boolean;
}

/** The result of a message: a toast, and errors beside fields. */
export interface Outcome {
  notice: Notice | null;
  errors: Record<string, string>;
  isSent: boolean;
}

const alarm = (notice: { title: string; text: string }): Notice => ({ ...notice, isError: true });

/** The refusal before sending; null when the message may be sent (spec §5; pure). */
export function refusalOf(values: Record<string, string>, isEmailWrong: boolean): Outcome | null {
  const { errors, missing } = contactForm;
  // An enquiry about a photo requires a purpose instead of a message.
  const said = values.photo === undefined ? 'message' : 'purpose';
  const empty = (['name', 'email', said] as const).filter(
    (name) => !VISIBLE.test(values[name] ?? ''),
  );
  if (empty.length > 0) {
    const texts = Object.fromEntries(empty.map((name) => [name, errors[name]]));
    return { notice: alarm(missing), errors: texts, isSent: false };
  }
  return isEmailWrong
    ? { notice: null, errors: { email: errors.notAnAddress }, isSent: false }
    : null;
}

/** The fields that the API names in a refusal. */
function fieldsOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || !('fields' in body)) return {};
  const { fields } = body;
  if (typeof fields !== 'object' || fields === null) return {};
  const texts = Object.entries(fields).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}

/** A wait in whole minutes, rounded up. */
function minutesOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds / 60) : 10;
}

/**
 * What the visitor sees after the API's answer (spec §8; pure). `known` are the fields that can show
 * an error.
 */
export function outcomeOf(
  { status, body, retryAfter }: { status: number; body: unknown; retryAfter: string | null },
  known: readonly string[],
): Outcome {
  if (status >= 200 && status < 300)
    return { notice: { ...contactForm.sent, isError: false }, errors: {}, isSent: true };
  if (status === 429) {
    const text = contactForm.wait.text(minutesOf(retryAfter));
    return { notice: alarm({ title: contactForm.wait.title, text }), errors: {}, isSent: false };
  }
  const errors = Object.entries(status === 400 ? fieldsOf(body) : {});
  const shown = errors.filter(([name]) => known.includes(name));
  const notice = shown.length > 0 ? null : alarm(contactForm.failed);
  return { notice, errors: Object.fromEntries(shown), isSent: false };
}

/** Outcome when no answer arrives. */
export const noAnswer: Outcome = { notice: alarm(contactForm.failed), errors: {}, isSent: false };
