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

/** What was done, in the language of the panel; an unknown action shows itself (spec §8). */
export function actionText(action: string, t: TFunction): string {
  const known = auditActions.find((name) => name === action);
  return known ? t(`did:${known}`) : action;
}

/** What it was done to; an unknown kind shows itself. */
export function entityText(entity: string, t: TFunction): string {
  const known = auditEntities.find((name) => name === entity);
  return known ? t(`kind:${known}`) : entity;
}

const alarming: readonly string[] = ['sign-in-refused', 'sign-in-blocked'] satisfies AuditAction[];

/** Whether somebody may have tried to get in. */
export function isAlarming(action: string): boolean {
  return alarming.includes(action);
}

/** Read leniently: a newer server may record what this panel has no words for yet. */
export const auditLine = auditEntry.extend({
  action: z.string(),
  entity: z.string(),
  facts: auditEntry.shape.facts.catch(null),
});
export type AuditLine = z.infer<typeof auditLine>;

/** What the list shows; null is all of it. */
export interface AuditFilter {
  /** A username. */
  actor: string | null;
  entity: AuditEntity | null;
}

/** The address of one answer: the entries older than `before`, or the newest. */
export function auditPath({ actor, entity }: AuditFilter, before: number | null): string {
  const query = new URLSearchParams();
  if (actor !== null) query.set('actor', actor);
  if (entity !== null) query.set('entity', entity);
  if (before !== null) query.set('before', String(before));
  return query.size > 0 ? `/api/admin/audit?${query}` : '/api/admin/audit';
}

/** From where the next answer goes on; undefined when this was the last. */
export function nextBefore(page: readonly Pick<AuditLine, 'id'>[]): number | undefined {
  return page.length < AUDIT_PAGE ? undefined : page.at(-1)?.id;
}

/** A switch in the words of what it does now; the first when it is on. */
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

/** What the fields about email are called where they are filled in. */
const mailFields: Record<string, PlainTextKey> = {
  host: 'mailHost',
  port: 'mailPort',
  encryption: 'mailEncryption',
  username: 'mailUser',
  password: 'mailPassword',
  sender: 'mailSender',
};

/** What changed, as the forms call it. */
function changedText({ switched = {}, fields = [], ...facts }: AuditFacts, t: TFunction): string {
  const turned = Object.entries(switched).map(([name, isOn]) => {
    const words = switchWords[name];
    return words ? t(words[isOn ? 0 : 1]) : fieldText(name, t);
  });
  const mail = facts.mailFields?.map((name) => t(mailFields[name] ?? 'messagesTo')).join(', ');
  return [
    ...turned,
    ...fields.map((name) => fieldText(name, t)),
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

/** Names that only machines use: of an uploaded file, of a version, of damaged pages, of a backup. */
const machineNames = new Set([
  'upload file',
  'restore site',
  'repair site',
  'download-backup backup',
  'restore-backup backup',
]);

type Told = Pick<AuditLine, 'action' | 'entity' | 'summary' | 'facts'>;

/**
 * What an entry was about, in the words of the panel: names of fields as their forms call them, and nothing that
 * only machines read. A name shows itself, whatever it looks like.
 */
export function aboutText({ action, entity, summary, facts: told }: Told, t: TFunction): string {
  if (machineNames.has(`${action} ${entity}`)) return '';
  if (action === 'retry') return t('auditPublishAgain');
  const facts = told ?? {};
  const name =
    facts.position === undefined
      ? summary
      : t('auditPosition', { name: summary, n: facts.position });
  // Of a refusal it is not told: it proved nothing.
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

/** Who acted: a username, the site builder at the terminal, or nobody known. */
export function actorText(actor: string, t: TFunction): string {
  if (actor === TERMINAL_ACTOR) return t('auditBuilder');
  return actor || t('auditNobody');
}

/** What an entry keeps that its words leave out: an address, or a name that machines use; null when they say all. */
export function unsaidText({ action, entity, summary, facts }: Told): string | null {
  if (machineNames.has(`${action} ${entity}`)) return summary || (facts?.names ?? []).join(', ');
  if (!facts?.address) return null;
  return [summary, facts.address, facts.passkey].filter(Boolean).join(' · ');
}
