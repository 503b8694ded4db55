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
  if (entity === 'settings' || entity === 'contact') return fieldNames(summary, t);
  // 'mira · role, status'
  const parts = entity === 'user' ? /^(\S+ · )(.+)$/.exec(summary) : null;
  return parts ? parts[1] + fieldNames(parts[2] ?? '', t) : summary;
}
