import {
  AUDIT_PAGE,
  type AuditFacts,
  auditActions,
  auditEntities,
  TERMINAL_ACTOR,
} from '@veldlicht/contract/audit';
import { mediaBulkChange } from '@veldlicht/contract/media';
import { siteProfile } from '@veldlicht/contract/settings';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import {
  aboutText,
  actionText,
  actorText,
  auditLine,
  auditPath,
  entityText,
  isAlarming,
  nextBefore,
  omittedText,
} from './audit-words.ts';

await allTexts('nl');

it.each(['en', 'nl'] as const)(
  'has a distinct label for every action and kind in %s',
  (language) => {
    const t = i18next.getFixedT(language);
    for (const words of [
      auditActions.map((action) => actionText(action, t)),
      auditEntities.map((kind) => entityText(kind, t)),
    ])
      expect(new Set(words).size).toBe(words.length);
  },
);

it('shows the key of an unknown action', () => {
  expect(actionText('sign-in-refused', i18next.t)).toBe('Inloggen geweigerd');
  expect(actionText('moon-landing', i18next.t)).toBe('moon-landing');
  expect(entityText('moon', i18next.t)).toBe('moon');
});

it('marks attempted break-ins', () => {
  expect(auditActions.filter(isAlarming)).toEqual(['sign-in-refused', 'sign-in-blocked']);
});

it('requests the newest page, or one by cursor, actor and kind', () => {
  expect(auditPath({ actor: null, entity: null }, null)).toBe('/api/admin/audit');
  expect(auditPath({ actor: 'josé&x', entity: 'user' }, 51)).toBe(
    '/api/admin/audit?actor=jos%C3%A9%26x&entity=user&before=51',
  );
});

it('continues after a full page only', () => {
  const page = (length: number) => Array.from({ length }, (_, i) => ({ id: 1000 - i }));
  expect(nextBefore(page(AUDIT_PAGE))).toBe(1000 - AUDIT_PAGE + 1);
  expect(nextBefore(page(AUDIT_PAGE - 1))).toBeUndefined();
  expect(nextBefore([])).toBeUndefined();
});

it('parses an entry with an unknown action and kind', () => {
  const entry = {
    id: 1,
    at: '2026-05-31T09:05:00.000Z',
    actor: 'mira',
    action: 'moon-landing',
    entity: 'moon',
    entityId: null,
    summary: '',
    facts: null,
  };
  expect(auditLine.parse(entry)).toEqual(entry);
  const newer = { ...entry, facts: { notice: 'moon' } };
  expect(auditLine.parse(newer)).toEqual(entry);
});

const say = (action: string, entity: string, facts: AuditFacts | null, summary = '') =>
  aboutText({ action, entity, summary, facts }, i18next.t);

it('shows the terminal as the site builder', () => {
  expect(actorText(TERMINAL_ACTOR, i18next.t)).toBe('de bouwer van de site');
  expect(actorText('', i18next.t)).toBe('onbekend');
  expect(actorText('mira', i18next.t)).toBe('mira');
});

describe('the subject of an entry', () => {
  it.each<[string, string, AuditFacts | null, string, string]>([
    [
      'update',
      'settings',
      { switched: { enforce2FA: true }, fields: ['googleAnalyticsId', 'heroTitle'] },
      '',
      'tweestapsverificatie verplicht voor iedereen, Google Analytics-ID, Titel over de grote foto',
    ],
    ['update', 'user', { fields: ['role', 'status'] }, 'role', 'role · Rol, Status'],
    ['update', 'contact', { message: 'replied' }, '', 'Beantwoord'],
    ['update', 'contact', { message: 'inbox' }, '', 'geen spam'],
    [
      'update',
      'settings',
      { mailFields: ['host', 'port', 'messagesTo'] },
      '',
      'E-mail: Mailserver, Poort, Berichten van bezoekers mailen naar',
    ],
    ['update', 'media', { count: 12, fields: ['category'] }, '', '12 items · Categorie'],
    ['update', 'media', { count: 2, fields: ['addTags', 'removeTags'] }, '', '2 items · Tags'],
    [
      'update',
      'media',
      { hero: { before: 'Hei', after: 'Mist' } },
      'Mist',
      'Mist · Grote foto: Hei → Mist',
    ],
    [
      'update',
      'media',
      { hero: { before: 'Mist', after: '' } },
      'Mist',
      'Mist · Grote foto: Mist → (leeg)',
    ],
    ['delete', 'media', { count: 4, names: ['Ree', 'Vos', 'Das'] }, '', '4 × Ree, Vos, Das, …'],
    ['delete', 'tag', { count: 2, names: ['Ree', 'Vos'] }, '', '2 × Ree, Vos'],
    ['undo', 'media', { count: 1 }, '', '1 item'],
    ['update', 'tag', { position: 3 }, 'Mist', 'Mist, nu nummer 3'],
    ['update', 'media', { notice: 'protected-places' }, '', 'melding over plekken gelezen'],
    ['erase', 'contact', { count: 3 }, '', '3 berichten'],
    // IP addresses are left out, passkeys are shown.
    ['sign-in', 'account', { address: '127.0.0.1' }, '', ''],
    ['sign-in', 'account', { address: '::1', passkey: 'Mac' }, '', 'met een passkey: Mac'],
    ['sign-in-refused', 'account', { address: '::1', passkey: 'Mac' }, 'eva', 'eva'],
    ['update', 'settings', { fields: ['moonPhase'] }, '', 'moonPhase'],
    ['retry', 'site', null, '', 'opnieuw gepubliceerd'],
  ])('is labelled as in forms: %s %s %j', (action, entity, facts, summary, text) => {
    expect(say(action, entity, facts, summary)).toBe(text);
  });
  it.each([
    ['media', '2 × photo'],
    ['media', 'protected-places'],
    ['tag', 'Noord → 3'],
    ['user', 'mira · role, status'],
    ['contact', 'replied'],
    ['settings', 'mail: host'],
    ['account', '192.168.1.1'],
  ])('is the unchanged name, also in entries without facts: %s %s', (entity, summary) => {
    for (const action of ['create', 'update', 'delete', 'sign-in'])
      expect(say(action, entity, null, summary)).toBe(summary);
  });
  it('has a label for every setting', () => {
    const names = [
      ...Object.keys(siteProfile.shape),
      'googleAnalyticsId',
      'contactRetentionMonths',
    ];
    const unnamed = names.filter((name) => say('update', 'settings', { fields: [name] }) === name);
    expect(unnamed).toEqual([]);
  });
  it('has a label for every field that a bulk edit changes', () => {
    const names = Object.keys(mediaBulkChange.shape);
    const unnamed = names.filter((name) => say('update', 'media', { fields: [name] }) === name);
    expect(unnamed).toEqual([]);
  });
  it.each([
    ['upload', 'file', '/media/ab/960.jpg', null],
    ['restore', 'site', 'r2-a', null],
    ['repair', 'site', '', { count: 1, names: ['index.html'] }],
    ['download-backup', 'backup', 'veldlicht-2026', null],
  ])('leaves out internal names: %s %s', (action, entity, summary, facts) => {
    expect(say(action, entity, facts, summary)).toBe('');
    expect(omittedText({ action, entity, summary, facts })).toBe(summary || 'index.html');
  });
  it('has its left-out parts in the fold', () => {
    const refused = { action: 'sign-in-refused', entity: 'account', summary: 'eva' };
    expect(omittedText({ ...refused, facts: { address: '::1' } })).toBe('eva · ::1');
    const made = { action: 'create', entity: 'media', summary: 'Vos', facts: null };
    expect(omittedText(made)).toBeNull();
  });
});
