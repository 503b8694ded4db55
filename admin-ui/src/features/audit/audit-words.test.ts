import { AUDIT_PAGE, auditActions, auditEntities } from '@veldlicht/contract/audit';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import {
  actionText,
  auditLine,
  auditPath,
  entityText,
  isAlarming,
  nextBefore,
  summaryText,
} from './audit-words.ts';

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

describe('the address of an answer', () => {
  it('is bare for the newest of everything', () => {
    expect(auditPath({ actor: null, entity: null }, null)).toBe('/api/admin/audit');
  });
  it('names actor, kind and place, safely written', () => {
    expect(auditPath({ actor: 'josé&x', entity: 'user' }, 51)).toBe(
      '/api/admin/audit?actor=jos%C3%A9%26x&entity=user&before=51',
    );
  });
});

describe('the next answer', () => {
  const page = (length: number) => Array.from({ length }, (_, i) => ({ id: 1000 - i }));
  it('goes on after the last entry of a full one', () => {
    expect(nextBefore(page(AUDIT_PAGE))).toBe(1000 - AUDIT_PAGE + 1);
  });
  it('does not exist after one that is not full, or empty', () => {
    expect(nextBefore(page(AUDIT_PAGE - 1))).toBeUndefined();
    expect(nextBefore([])).toBeUndefined();
  });
});

it('reads an entry whose action and kind are new to it', () => {
  const entry = {
    id: 1,
    at: '2026-05-31T09:05:00.000Z',
    actor: 'mira',
    action: 'moon-landing',
    entity: 'moon',
    entityId: null,
    summary: '',
  };
  expect(auditLine.parse(entry)).toEqual(entry);
});

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
