import { AUDIT_PAGE, auditActions, auditEntities, TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import { siteProfile } from '@veldlicht/contract/settings';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTexts } from '#i18n/i18n.ts';
import {
  actionText,
  actorText,
  auditLine,
  auditPath,
  entityText,
  isAlarming,
  nextBefore,
  rawSummary,
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

it('calls the terminal by who sits there', () => {
  expect(actorText(TERMINAL_ACTOR, i18next.t)).toBe('de bouwer van de site');
  expect(actorText('', i18next.t)).toBe('onbekend');
  expect(actorText('mira', i18next.t)).toBe('mira');
});

describe('what an entry was about', () => {
  it.each([
    [
      'settings',
      'enforce2FA on, googleAnalyticsId, heroTitle',
      'tweestapsverificatie verplicht voor iedereen, Google Analytics-ID, Titel over de grote foto',
    ],
    ['user', 'role · role, status', 'role · Rol, Status'],
    ['contact', 'replied', 'Beantwoord'],
    ['contact', 'not spam', 'geen spam'],
    [
      'settings',
      'mail: host, port, messagesTo',
      'E-mail: Mailserver, Poort, Berichten van bezoekers mailen naar',
    ],
    ['media', '12 × category, tags', '12 × Categorie, Tags'],
    ['tag', 'Mist → 3', 'Mist, nu nummer 3'],
    // Addresses of computers are left out, and passkeys told.
    ['account', '127.0.0.1', '', 'sign-in'],
    ['account', '2001:db8::1 · Telefoon', 'met een passkey: Telefoon', 'sign-in'],
    ['account', 'eva · 198.51.100.19', 'eva', 'sign-in-refused'],
    ['contact', '3', '3 berichten', 'erase'],
    // Anything else is left alone.
    ['media', 'role, status', 'role, status'],
    ['user', 'role', 'role', 'create'],
    ['settings', 'moonPhase', 'moonPhase'],
  ])('is said as its form does: %s, %j', (entity, summary, text, action = 'update') => {
    expect(say(entity, summary, action)).toBe(text);
  });
  it('has a word for every setting', () => {
    const names = [
      ...Object.keys(siteProfile.shape),
      'googleAnalyticsId',
      'contactRetentionMonths',
    ];
    expect(names.filter((name) => say('settings', name) === name)).toEqual([]);
  });
  it.each([
    ['upload', 'file', '/media/ab/960.jpg'],
    ['restore', 'site', 'r2-a'],
    ['repair', 'site', 'index.html'],
    ['download-backup', 'backup', 'veldlicht-2026'],
  ])('leaves out what only machines read: %s %s', (action, entity, summary) => {
    expect(say(entity, summary, action)).toBe('');
    expect(rawSummary({ action, entity, summary })).toBe(summary);
  });
  it('is kept in full where its words leave something out, and nowhere else', () => {
    expect(rawSummary({ action: 'create', entity: 'media', summary: 'Vos' })).toBeNull();
  });
});
