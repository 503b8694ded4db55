import {
  type AuditAction,
  type AuditEntity,
  auditActions,
  auditEntities,
} from '@veldlicht/contract/audit';
import type { TFunction } from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';

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
