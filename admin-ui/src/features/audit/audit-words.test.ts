import { auditActions, auditEntities } from '@veldlicht/contract/audit';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { actionText, entityText, isAlarming } from './audit-words.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, nl: { translation: nl } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

describe('the words of the audit list', () => {
  it.each(['en', 'nl'] as const)('are different for every action in %s', (language) => {
    const t = i18next.getFixedT(language);
    const words = auditActions.map((action) => actionText(action, t));
    expect(new Set(words).size).toBe(auditActions.length);
    expect(words).not.toContain('auditCreated');
  });
  it.each(['en', 'nl'] as const)('are different for every kind in %s', (language) => {
    const t = i18next.getFixedT(language);
    expect(new Set(auditEntities.map((kind) => entityText(kind, t))).size).toBe(
      auditEntities.length,
    );
  });
  it('are Dutch in Dutch', () => {
    const t = i18next.getFixedT('nl');
    expect(actionText('sign-in-refused', t)).toBe('Inloggen geweigerd');
    expect(entityText('media', t)).toBe('Media-item');
  });
  it('are the name itself for what nobody knows', () => {
    const t = i18next.getFixedT('en');
    expect(actionText('moon-landing', t)).toBe('moon-landing');
    expect(entityText('moon', t)).toBe('moon');
  });
});

it('marks tries to get in', () => {
  expect(auditActions.filter(isAlarming)).toEqual(['sign-in-refused', 'sign-in-blocked']);
});
