import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedChoice } from '#lib/store.ts';
import type { TextPart } from './en.ts';

/** localStorage key (spec §4). */
const LANGUAGE_STORAGE_KEY = 'admin-language';

type Language = 'en' | 'nl';

/** Texts of a language in three parts, loaded on demand (vite.config.ts). */
const loads = {
  en: {
    start: () => import('./parts/en-start.ts'),
    panel: () => import('./parts/en-panel.ts'),
    office: () => import('./parts/en-office.ts'),
  },
  nl: {
    start: () => import('./parts/nl-start.ts'),
    panel: () => import('./parts/nl-panel.ts'),
    office: () => import('./parts/nl-office.ts'),
  },
};
/** Parts loaded so far. */
const parts = new Set<TextPart>(['start']);

async function load(language: Language): Promise<Record<string, string>> {
  const loaded = await Promise.all([...parts].map((part) => loads[language][part]()));
  return Object.assign({}, ...loaded.map(({ texts }) => texts));
}

export async function changeLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await load(language));
  await i18next.changeLanguage(language);
}

/** English by default (spec §4). */
export const languageChoice = storedChoice(LANGUAGE_STORAGE_KEY, ['en', 'nl'], (language) => {
  document.documentElement.lang = language;
  // Offline, the texts keep their language until a reload.
  changeLanguage(language).catch(console.warn);
});

const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Strips bidirectional controls from a parameter and isolates right-to-left text from the sentence around it. */
export function isolated(value: string): string {
  const text = value.replace(CONTROLS, '');
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Loads the texts of the pages before signing in. */
export async function startTexts(language: Language): Promise<void> {
  const translation = await load(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation } },
    // An unknown key shows itself (spec §8).
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what HTML needs.
    interpolation: { escapeValue: true, escape: isolated },
    initAsync: false,
  });
  hasStarted.resolve();
}

const hasStarted = Promise.withResolvers<void>();

/** Loads one more part. */
export async function loadTexts(
  part: TextPart,
  language: Language = languageChoice.get(),
): Promise<void> {
  parts.add(part);
  const [texts] = await Promise.all([load(language), hasStarted.promise]);
  i18next.addResourceBundle(language, 'translation', texts);
}
