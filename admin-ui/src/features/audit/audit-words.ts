import {
  AUDIT_PAGE,
  type AuditAction,
  type AuditEntity,
  auditActions,
  auditEntities,
  auditEntry,
  PLACES_SEEN,
} from '@veldlicht/contract/audit';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { PlainTextKey } from '#i18n/en.ts';
import { settingsWords, userWords } from '#lib/field-words.ts';

const actionWords: Record<AuditAction, PlainTextKey> = {
  create: 'auditCreated',
  update: 'auditUpdated',
  delete: 'auditDeleted',
  'renew-address': 'auditRenewedAddress',
  upload: 'auditUploaded',
  retry: 'auditRetried',
  restore: 'auditRestored',
  repair: 'auditRepaired',
  'sign-in': 'auditSignedIn',
  'sign-in-refused': 'auditSignInRefused',
  'sign-in-blocked': 'auditSignInBlocked',
  'sign-out': 'auditSignedOut',
  confirm: 'auditConfirmed',
  'enable-2fa': 'auditEnabled2FA',
  'disable-2fa': 'auditDisabled2FA',
  'replace-2fa': 'auditReplaced2FA',
  'renew-backup-codes': 'auditRenewedCodes',
  'save-backup-codes': 'auditSavedCodes',
  'use-backup-code': 'auditUsedCode',
  'change-password': 'auditChangedPassword',
  'reset-password': 'auditResetPassword',
  'reset-2fa': 'auditReset2FA',
  unlock: 'auditUnlocked',
  export: 'auditExported',
  erase: 'auditErased',
};

const entityWords: Record<AuditEntity, PlainTextKey> = {
  category: 'auditCategory',
  tag: 'auditTag',
  media: 'auditMedia',
  file: 'auditFile',
  site: 'auditSite',
  user: 'auditUser',
  settings: 'auditSettings',
  account: 'auditAccount',
  contact: 'auditContact',
};

/** What was done, in the language of the panel; an unknown action shows itself (spec §8). */
export function actionText(action: string, t: TFunction): string {
  const known = auditActions.find((name) => name === action);
  return known ? t(actionWords[known]) : action;
}

/** What it was done to; an unknown kind shows itself. */
export function entityText(entity: string, t: TFunction): string {
  const known = auditEntities.find((name) => name === entity);
  return known ? t(entityWords[known]) : entity;
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

/** Of the switch the log says which way it went. */
const auditWords: Record<string, PlainTextKey> = {
  ...settingsWords,
  'enforce2FA on': 'auditEnforcementOn',
  'enforce2FA off': 'auditEnforcementOff',
};

/** What became of a message. */
const contactWords: Record<string, PlainTextKey> = {
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
  'not spam': 'notSpam',
};

function fieldNames(list: string, words: Record<string, PlainTextKey>, t: TFunction): string {
  const named = list.split(', ').map((name) => (words[name] ? t(words[name]) : name));
  return named.join(', ');
}

/**
 * What an entry was about, with the names of changed fields in the language of the panel; anything
 * else shows itself.
 */
export function summaryText(
  { action, entity, summary }: Pick<AuditLine, 'action' | 'entity' | 'summary'>,
  t: TFunction,
): string {
  if (action !== 'update') return summary;
  if (entity === 'media' && summary === PLACES_SEEN) return t('auditPlacesSeen');
  if (entity === 'settings') return fieldNames(summary, auditWords, t);
  if (entity === 'contact') return fieldNames(summary, contactWords, t);
  // 'mira · role, status'
  const parts = entity === 'user' ? /^(\S+ · )(.+)$/.exec(summary) : null;
  return parts ? parts[1] + fieldNames(parts[2] ?? '', userWords, t) : summary;
}
