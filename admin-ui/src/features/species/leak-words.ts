import type { Leak, LeakQuestion } from '@veldlicht/contract/leaks';
import type { TFunction } from 'i18next';

/** What visitors would read, as a form has it. */
export type FormWords = Omit<LeakQuestion, 'level'>;

/** Of all that a form has. */
export function formWordsOf(values: FormWords): FormWords {
  const { title, description, alt, category, tags, location } = values;
  return { title, description, alt, category, tags, location };
}

/** What a leak in words tells, in a sentence. */
export function leakText(leak: Exclude<Leak, { kind: 'sameDay' }>, t: TFunction): string {
  if (leak.kind === 'note' || leak.kind === 'series') {
    const { title, word } = leak;
    return t(`leak:${leak.tells}:${leak.kind}`, { title, word: `“${word}”` });
  }
  const where = leak.kind === 'text' ? leak.field : leak.kind;
  return t(`leak:${leak.tells}:${where}`, { word: `“${leak.word}”` });
}
