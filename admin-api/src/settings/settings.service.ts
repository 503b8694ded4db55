/** Changing the website settings (spec §5, product decisions §2): only what differs is written. */

import { isDeepStrictEqual } from 'node:util';
import {
  emptyProfile,
  type Settings,
  type SettingsPatch,
  type SiteProfile,
} from '@veldlicht/contract/settings';
import type { Database } from '@veldlicht/database/open';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { etagOf, inTransaction, requireMatch, type Write } from '#http/write.ts';
import { requireActingAdmin } from '#users/users.service.ts';
import { readSettings, type SettingsRow, updateSettings } from './settings.repository.ts';

/** The settings as admins see them. Dutch defaults are the site's work. */
export function toSettings(row: SettingsRow): Required<Settings> {
  const { googleAnalyticsId, enforce2fa, contactRetentionMonths } = row;
  const profile = { ...emptyProfile, ...row.profile };
  return {
    googleAnalyticsId,
    profile,
    etag: etagOf(googleAnalyticsId, enforce2fa, contactRetentionMonths, profile),
    enforce2FA: enforce2fa,
    contactRetentionMonths,
  };
}

/** The fields of the profile that a patch gives another value. */
function profileChanges(known: SiteProfile, patch: SettingsPatch['profile'] = {}) {
  const changed = Object.entries(patch).filter(
    // The contract lets no other names in.
    ([name, value]) =>
      value !== undefined && !isDeepStrictEqual(value, known[name as keyof SiteProfile]),
  );
  // Object.fromEntries forgets the names; they are a part of those of the profile.
  return Object.fromEntries(changed) as Partial<SiteProfile>;
}

/** The columns to write and, for the log, the names of what changes. */
function settingsChange(
  row: SettingsRow,
  { googleAnalyticsId, enforce2FA, contactRetentionMonths, ...rest }: SettingsPatch,
) {
  const change: Partial<SettingsRow> = {};
  const names: string[] = [];
  if (enforce2FA !== undefined && enforce2FA !== row.enforce2fa) {
    change.enforce2fa = enforce2FA;
    names.push(`enforce2FA ${enforce2FA ? 'on' : 'off'}`);
  }
  if (googleAnalyticsId !== undefined && googleAnalyticsId !== row.googleAnalyticsId) {
    change.googleAnalyticsId = googleAnalyticsId;
    names.push('googleAnalyticsId');
  }
  if (
    contactRetentionMonths !== undefined &&
    contactRetentionMonths !== row.contactRetentionMonths
  ) {
    change.contactRetentionMonths = contactRetentionMonths;
    names.push('contactRetentionMonths');
  }
  const profile = profileChanges(toSettings(row).profile, rest.profile);
  if (Object.keys(profile).length > 0) {
    change.profile = { ...row.profile, ...profile };
    names.push(...Object.keys(profile));
  }
  return { change, names };
}

/**
 * Changes parts of the settings; the database's triggers have the site published. Throws
 * `changed_meanwhile`, or
 * `own_two_factor_missing` when somebody without a second factor asks it of all (threat T10).
 */
export function changeSettings(
  db: Database,
  patch: SettingsPatch,
  { actor, now, ifMatch }: Write,
): SettingsRow {
  return inTransaction(db, (tx) => {
    const { twoFactorAt } = requireActingAdmin(tx, actor.id);
    const row = readSettings(tx);
    requireMatch(tx, ifMatch, toSettings(row).etag, { entity: 'settings', entityId: null });
    const { change, names } = settingsChange(row, patch);
    if (change.enforce2fa && twoFactorAt === null) throw new AppError('own_two_factor_missing');
    if (names.length === 0) return row;
    updateSettings(tx, change);
    const entry = { action: 'update', entity: 'settings', entityId: null } as const;
    recordAudit(tx, { at: now, actor, ...entry, summary: names.join(', ') });
    return readSettings(tx);
  });
}
