import { LANGUAGE_STORAGE_KEY } from '@veldlicht/contract/limits';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedChoice } from '#lib/stored-choice.ts';
import { en } from './en.ts';
import { nl } from './nl.ts';

/** English by default (spec §4). */
export const languageChoice = storedChoice(LANGUAGE_STORAGE_KEY, ['en', 'nl'], (language) => {
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
});

/** Makes the texts ready; both languages are in the bundle, so nothing is awaited. */
export function startI18n(): void {
  const language = languageChoice.get();
  document.documentElement.lang = language;
  void i18next.use(initReactI18next).init({
    lng: language,
    resources: { en: { translation: en }, nl: { translation: nl } },
    // An unknown key shows itself (spec §8).
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}
