import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { summaryText } from './summary-text.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'nl',
    resources: { en: { translation: en }, nl: { translation: nl } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const say = (entity: string, summary: string, action = 'update') =>
  summaryText({ action, entity, summary }, i18next.getFixedT('nl'));

describe('what an entry was about', () => {
  it('names changed settings as their page does', () => {
    expect(say('settings', 'enforce2FA on, googleAnalyticsId, heroTitle')).toBe(
      '2FA verplicht, Google Analytics-ID, Titel over de grote foto',
    );
  });
  it('names changed fields of a user, and leaves the username alone', () => {
    expect(say('user', 'role · role, status')).toBe('role · Rol, Status');
  });
  it('names what became of a message', () => {
    expect(say('contact', 'replied')).toBe('Beantwoord');
    expect(say('contact', 'not spam')).toBe('Geen spam');
  });
  it('is left alone for anything else', () => {
    expect(say('media', 'role, status')).toBe('role, status');
    expect(say('user', 'role', 'create')).toBe('role');
    expect(say('settings', 'moonPhase')).toBe('moonPhase');
  });
});
