import {
  AUDIT_PAGE,
  type AuditAction,
  type AuditEntity,
  type AuditFacts,
  auditActions,
  auditEntities,
  auditEntry,
  TERMINAL_ACTOR,
} from '@veldlicht/contract/audit';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { PlainTextKey } from '#i18n/en.ts';
import { fieldText } from '#lib/field-words.ts';

/** Label of an action; an unknown one shows its key (spec §8). */
export function actionText(action: string, t: TFunction): string {
  const known = auditActions.find((name) => name === action);
  return known ? t(`did:${known}`) : action;
}

/** Label of a kind of entity; an unknown one shows its key. */
export function entityText(entity: string, t: TFunction): string {
  const known = auditEntities.find((name) => name === entity);
  return known ? t(`kind:${known}`) : entity;
}

const alarming: readonly string[] = ['sign-in-refused', 'sign-in-blocked'] satisfies AuditAction[];

/** Whether an action may be an attempted break-in. */
export function isAlarming(action: string): boolean {
  return alarming.includes(action);
}

/** Lenient: a newer server may record actions that this panel does not know. */
export const auditLine = auditEntry.extend({
  action: z.string(),
  entity: z.string(),
  facts: auditEntry.shape.facts.catch(null),
});
export type AuditLine = z.infer<typeof auditLine>;

/** Null does not filter. */
export interface AuditFilter {
  /** A username. */
  actor: string | null;
  entity: AuditEntity | null;
}

/** Path of a page: the entries older than `before`, or the newest. */
export function auditPath({ actor, entity }: AuditFilter, before: number | null): string {
  const query = new URLSearchParams();
  if (actor !== null) query.set('actor', actor);
  if (entity !== null) query.set('entity', entity);
  if (before !== null) query.set('before', String(before));
  return query.size > 0 ? `/api/admin/audit?${query}` : '/api/admin/audit';
}

/** `before` of the next page; undefined after the last. */
export function nextBefore(page: readonly Pick<AuditLine, 'id'>[]): number | undefined {
  return page.length < AUDIT_PAGE ? undefined : page.at(-1)?.id;
}

const switchWords: Record<string, readonly [PlainTextKey, PlainTextKey]> = {
  enforce2FA: ['auditEnforcementOn', 'auditEnforcementOff'],
  countVisits: ['auditVisitsOn', 'auditVisitsOff'],
};

const messageWords = {
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
  inbox: 'auditNotSpam',
  spam: 'folder:spam',
} as const satisfies Record<NonNullable<AuditFacts['message']>, PlainTextKey>;

const noticeWords = {
  'protected-places': 'auditPlacesSeen',
  'watch-folder': 'auditWatchNotice',
} as const satisfies Record<NonNullable<AuditFacts['notice']>, PlainTextKey>;

/** Labels of the email settings, as in their form. */
const mailFields: Record<string, PlainTextKey> = {
  host: 'mailHost',
  port: 'mailPort',
  encryption: 'mailEncryption',
  username: 'mailUser',
  password: 'mailPassword',
  sender: 'mailSender',
};

/** 'Large picture: Heath → Mist'. */
function heroText({ before, after }: NonNullable<AuditFacts['hero']>, t: TFunction): string {
  const [was, became] = [before, after].map((title) => title || t('valueEmpty'));
  return `${t('heroPicture')}: ${was} → ${became}`;
}

/** The changed fields, as forms label them. */
function changedText({ switched = {}, fields = [], ...facts }: AuditFacts, t: TFunction): string {
  const turned = Object.entries(switched).map(([name, isOn]) => {
    const words = switchWords[name];
    return words ? t(words[isOn ? 0 : 1]) : fieldText(name, t);
  });
  const mail = facts.mailFields?.map((name) => t(mailFields[name] ?? 'messagesTo')).join(', ');
  // Adding and removing tags are two fields with one label.
  const named = new Set(fields.map((name) => fieldText(name, t)));
  return [
    ...turned,
    ...named,
    ...(facts.hero ? [heroText(facts.hero, t)] : []),
    ...(mail ? [t('auditMail', { fields: mail })] : []),
    ...(facts.message ? [t(messageWords[facts.message])] : []),
    ...(facts.notice ? [t(noticeWords[facts.notice])] : []),
  ].join(', ');
}

/** '12 × Ree, Vos, Das, …', '3 messages'. */
function manyText(entity: string, { count, names = [] }: AuditFacts, t: TFunction): string {
  if (count === undefined) return '';
  if (entity === 'contact') return t('contactCount', { count });
  if (names.length === 0) return t('itemCount', { count });
  return `${count} × ${[...names, ...(count > names.length ? ['…'] : [])].join(', ')}`;
}

/** Entries whose summary is an internal name: of a file, a version, damaged pages, a backup. */
const machineNames = new Set([
  'upload file',
  'restore site',
  'repair site',
  'download-backup backup',
  'restore-backup backup',
]);

type Entry = Pick<AuditLine, 'action' | 'entity' | 'summary' | 'facts'>;

/** Describes the subject of an entry: its name and changed fields, without internal names. */
export function aboutText({ action, entity, summary, ...entry }: Entry, t: TFunction): string {
  if (machineNames.has(`${action} ${entity}`)) return '';
  if (action === 'retry') return t('auditPublishAgain');
  const facts = entry.facts ?? {};
  const name =
    facts.position === undefined
      ? summary
      : t('auditPosition', { name: summary, n: facts.position });
  // Not of a refused sign-in, where the passkey proves nothing.
  const passkey = action === 'sign-in' && facts.passkey;
  return [
    name,
    manyText(entity, facts, t),
    changedText(facts, t),
    passkey ? `${t('auditByPasskey')}: ${passkey}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The actor: a username, the site builder at the terminal, or unknown. */
export function actorText(actor: string, t: TFunction): string {
  if (actor === TERMINAL_ACTOR) return t('auditBuilder');
  return actor || t('auditNobody');
}

/** What `aboutText` leaves out: an IP address or internal name; null for nothing. */
export function omittedText({ action, entity, summary, facts }: Entry): string | null {
  if (machineNames.has(`${action} ${entity}`)) return summary || (facts?.names ?? []).join(', ');
  if (!facts?.address) return null;
  return [summary, facts.address, facts.passkey].filter(Boolean).join(' · ');
}
