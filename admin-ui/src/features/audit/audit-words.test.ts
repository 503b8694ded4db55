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
  it('names changed settings as their page does', () => {
    expect(say('settings', 'enforce2FA on, googleAnalyticsId, heroTitle')).toBe(
      'tweestapsverificatie verplicht voor iedereen, Google Analytics-ID, Titel over de grote foto',
    );
  });
  it('names changed fields of a user, and leaves the username alone', () => {
    expect(say('user', 'role · role, status')).toBe('role · Rol, Status');
  });
  it('names what became of a message', () => {
    expect(say('contact', 'replied')).toBe('Beantwoord');
    expect(say('contact', 'not spam')).toBe('geen spam');
  });
  it('names what changed of email as its form does', () => {
    expect(say('settings', 'mail: host, port, messagesTo')).toBe(
      'E-mail: Mailserver, Poort, Berichten van bezoekers mailen naar',
    );
  });
  it('has a word for every setting', () => {
    const names = [
      ...Object.keys(siteProfile.shape),
      'googleAnalyticsId',
      'contactRetentionMonths',
    ];
    expect(names.filter((name) => say('settings', name) === name)).toEqual([]);
  });
  it('names changed fields of many items, and the new place of a name', () => {
    expect(say('media', '12 × category, tags')).toBe('12 × Categorie, Tags');
    expect(say('tag', 'Mist → 3')).toBe('Mist, nu nummer 3');
  });
  it('leaves out addresses of computers, and tells of a passkey', () => {
    expect(say('account', '127.0.0.1', 'sign-in')).toBe('');
    expect(say('account', '2001:db8::1 · Telefoon', 'sign-in')).toBe('met een passkey: Telefoon');
    expect(say('account', 'eva · 198.51.100.19', 'sign-in-refused')).toBe('eva');
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
  it('counts messages', () => {
    expect(say('contact', '3', 'erase')).toBe('3 berichten');
  });
  it('is left alone for anything else', () => {
    expect(rawSummary({ action: 'create', entity: 'media', summary: 'Vos' })).toBeNull();
    expect(say('media', 'role, status')).toBe('role, status');
    expect(say('user', 'role', 'create')).toBe('role');
    expect(say('settings', 'moonPhase')).toBe('moonPhase');
  });
});
