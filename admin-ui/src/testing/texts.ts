import { loadPanelTexts, startTexts } from '#i18n/i18n.ts';

/** Makes every text of a language ready. */
export async function allTexts(language: 'en' | 'nl'): Promise<void> {
  await startTexts(language);
  await loadPanelTexts(language);
}
