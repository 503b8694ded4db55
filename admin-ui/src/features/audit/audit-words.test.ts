import { AUDIT_PAGE, auditActions, auditEntities } from '@veldlicht/contract/audit';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTexts } from '#i18n/i18n.ts';
import {
  actionText,
  auditLine,
  auditPath,
  entityText,
  isAlarming,
  nextBefore,
  summaryText,
} from './audit-words.ts';

startTexts('nl');

it.each(['en', 'nl'] as const)('has other words for every action and kind in %s', (language) => {
  const t = i18next.getFixedT(language);
  for (const words of [
    auditActions.map((action) => actionText(action, t)),
    auditEntities.map((kind) => entityText(kind, t)),
  ])
    expect(new Set(words).size).toBe(words.length);
});

it('says the name itself of what nobody knows', () => {
  expect(actionText('sign-in-refused', i18next.t)).toBe('Inloggen geweigerd');
  expect(actionText('moon-landing', i18next.t)).toBe('moon-landing');
  expect(entityText('moon', i18next.t)).toBe('moon');
});

it('marks tries to get in', () => {
  expect(auditActions.filter(isAlarming)).toEqual(['sign-in-refused', 'sign-in-blocked']);
});

it('asks for the newest of everything, or from a place on by actor and kind', () => {
  expect(auditPath({ actor: null, entity: null }, null)).toBe('/api/admin/audit');
  expect(auditPath({ actor: 'josé&x', entity: 'user' }, 51)).toBe(
    '/api/admin/audit?actor=jos%C3%A9%26x&entity=user&before=51',
  );
});

it('goes on after the last entry of a full answer, and not after another one', () => {
  const page = (length: number) => Array.from({ length }, (_, i) => ({ id: 1000 - i }));
  expect(nextBefore(page(AUDIT_PAGE))).toBe(1000 - AUDIT_PAGE + 1);
  expect(nextBefore(page(AUDIT_PAGE - 1))).toBeUndefined();
  expect(nextBefore([])).toBeUndefined();
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

const say = (entity: string, summary: string, action = 'update') =>
  summaryText({ action, entity, summary }, i18next.t);

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
    expect(say('contact', 'not spam')).toBe('geen spam');
  });
  it('is left alone for anything else', () => {
    expect(say('media', 'role, status')).toBe('role, status');
    expect(say('user', 'role', 'create')).toBe('role');
    expect(say('settings', 'moonPhase')).toBe('moonPhase');
  });
});
