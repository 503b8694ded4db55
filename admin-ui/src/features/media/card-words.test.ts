import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { cardWords } from './card-words.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, nl: { translation: nl } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

it.each(['en', 'nl'])('says of every title what the catalogue says of it, in %s', (language) => {
  const t = i18next.getFixedT(language);
  const words = cardWords(t);
  for (const title of ['Ree', '', '$& {{title}} <b>', 'Een "vos" in 2 delen'])
    for (const key of [
      'selectItem',
      'feature',
      'unfeature',
      'previewItem',
      'editItem',
      'deleteItem',
    ] as const)
      expect(words[key](title)).toBe(t(key, { title: '|' }).replace('|', () => title));
  expect(words.privacy.hidden).toBe(t('privacyHidden'));
});
