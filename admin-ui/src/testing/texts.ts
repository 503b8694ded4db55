import { loadTexts, startTexts } from '#i18n/i18n.ts';

/** Loads every text of a language. */
export async function allTexts(language: 'en' | 'nl'): Promise<void> {
  await startTexts(language);
  await loadTexts('panel', language);
  await loadTexts('office', language);
}
