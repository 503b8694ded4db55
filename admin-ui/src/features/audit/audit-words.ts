import {
  AUDIT_PAGE,
  type AuditAction,
  type AuditEntity,
  auditActions,
  auditEntities,
  auditEntry,
  PLACES_SEEN,
  TERMINAL_ACTOR,
  WATCH_FOLDER_SEEN,
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
export const auditLine = auditEntry.extend({ action: z.string(), entity: z.string() });
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

/** What the log says of a field beside its name: which way a switch went, what became of a message. */
const summaryWords: Record<string, PlainTextKey> = {
  'enforce2FA on': 'auditEnforcementOn',
  'enforce2FA off': 'auditEnforcementOff',
  'countVisits on': 'auditVisitsOn',
  'countVisits off': 'auditVisitsOff',
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
  'not spam': 'auditNotSpam',
  spam: 'isSpam',
};

function fieldNames(list: string, t: TFunction): string {
  const textOf = (name: string) =>
    summaryWords[name] ? t(summaryWords[name]) : fieldText(name, t);
  return list.split(', ').map(textOf).join(', ');
}

/** What the fields about email are called where they are filled in. */
const mailFields: Record<string, PlainTextKey> = {
  host: 'mailHost',
  port: 'mailPort',
  encryption: 'mailEncryption',
  username: 'mailUser',
  password: 'mailPassword',
  sender: 'mailSender',
};

function settingNames(summary: string, t: TFunction): string {
  const mail = /^mail: (.+)$/.exec(summary)?.[1];
  if (mail === undefined) return fieldNames(summary, t);
  const textOf = (name: string) => t(mailFields[name] ?? 'messagesTo');
  return t('auditMail', { fields: mail.split(', ').map(textOf).join(', ') });
}

/** '2 × category, tags' of a bulk edit. */
function mediaNames(summary: string, t: TFunction): string {
  if (summary === PLACES_SEEN) return t('auditPlacesSeen');
  const [, count, fields] = /^(\d+ × )(.+)$/.exec(summary) ?? [];
  return count && fields ? count + fieldNames(fields, t) : summary;
}

/** 'Vos → 3' of an entry that was moved. */
function placeText(summary: string, t: TFunction): string {
  const [, name, n] = /^(.+) → (\d+)$/.exec(summary) ?? [];
  return name && n ? t('auditPosition', { name, n }) : summary;
}

/** Where a computer is in the network. */
const isAddress = (part: string) =>
  /^\d+(?:\.\d+){3}$/.test(part) || /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(part);

/** Whom it was about: 'mira · 198.51.100.19' without the address, and by which passkey. */
function accountText(action: string, summary: string, t: TFunction): string {
  const told = summary.split(' · ').filter((part) => !isAddress(part));
  if (action !== 'sign-in') return told.join(' · ');
  return told.map((passkey) => `${t('auditByPasskey')}: ${passkey}`).join('');
}

const updateTexts: Partial<Record<string, (summary: string, t: TFunction) => string>> = {
  media: mediaNames,
  settings: settingNames,
  contact: fieldNames,
  category: placeText,
  tag: placeText,
  file: (summary, t) => (summary === WATCH_FOLDER_SEEN ? t('auditWatchNotice') : summary),
  // 'mira · role, status'
  user: (summary, t) => {
    const parts = /^(\S+ · )(.+)$/.exec(summary);
    return parts ? parts[1] + fieldNames(parts[2] ?? '', t) : summary;
  },
};

/** Names that only machines use: of an uploaded file, of a version, of damaged pages, of a backup. */
const machineNames = new Set([
  'upload file',
  'restore site',
  'repair site',
  'download-backup backup',
  'restore-backup backup',
]);

type Told = Pick<AuditLine, 'action' | 'entity' | 'summary'>;

/**
 * What an entry was about, in the words of the panel: names of fields as their forms call them, and nothing that
 * only machines read. Anything else shows itself.
 */
export function summaryText({ action, entity, summary }: Told, t: TFunction): string {
  if (action === 'update') return updateTexts[entity]?.(summary, t) ?? summary;
  if (machineNames.has(`${action} ${entity}`)) return '';
  if (action === 'retry') return t('auditPublishAgain');
  if (entity === 'account') return accountText(action, summary, t);
  if (entity === 'contact' && /^\d+$/.test(summary))
    return t('contactCount', { count: Number(summary) });
  return summary;
}

/** Who acted: a username, the site builder at the terminal, or nobody known. */
export function actorText(actor: string, t: TFunction): string {
  if (actor === TERMINAL_ACTOR) return t('auditBuilder');
  return actor || t('auditNobody');
}

/** What an entry keeps that its words leave out: an address, or a name that machines use; null when they say all. */
export function rawSummary(line: Told): string | null {
  const { action, entity, summary } = line;
  if (machineNames.has(`${action} ${entity}`)) return summary;
  return entity === 'account' && summary.split(' · ').some(isAddress) ? summary : null;
}
