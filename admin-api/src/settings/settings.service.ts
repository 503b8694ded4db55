/** Changes the website settings; writes only what differs (spec §5). */
import { emptyProfile, type Settings, type SettingsPatch } from '@veldlicht/contract/settings';
import { inChange } from '@veldlicht/database/change';
import type { Database } from '@veldlicht/database/open';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { changesOf, etagOf, requireMatch, type Write } from '#http/write.ts';
import { requireActingAdmin } from '#users/users.service.ts';
import {
  readSettings,
  remakePictures,
  type SettingsRow,
  updateSettings,
} from './settings.repository.ts';

/** The settings for admins; an empty text stays empty, since the site adds the defaults. */
export function toSettings(row: SettingsRow): Required<Settings> {
  const { googleAnalyticsId, enforce2fa, contactRetentionMonths } = row;
  const countVisits = row.visitsSince !== null;
  const profile = { ...emptyProfile, ...row.profile };
  return {
    googleAnalyticsId,
    profile,
    etag: etagOf(googleAnalyticsId, enforce2fa, contactRetentionMonths, countVisits, profile),
    enforce2FA: enforce2fa,
    contactRetentionMonths,
    countVisits,
  };
}

/** The columns to write, and the facts for the audit log. */
function settingsChange(row: SettingsRow, patch: SettingsPatch, now: number) {
  const { enforce2FA, countVisits, profile = {}, ...others } = patch;
  const isTurned = countVisits !== undefined && countVisits !== (row.visitsSince !== null);
  const enforcement = changesOf(row, { enforce2fa: enforce2FA });
  const columns = changesOf(row, others);
  const fields = changesOf(toSettings(row).profile, profile);
  const isNew = Object.keys(fields).length > 0;
  const change: Partial<SettingsRow> = {
    ...enforcement,
    ...columns,
    ...(isNew && { profile: { ...row.profile, ...fields } }),
    // Records from before this moment are never counted.
    ...(isTurned && { visitsSince: countVisits ? now : null }),
  };
  const switched = {
    ...(enforce2FA !== undefined && 'enforce2fa' in change && { enforce2FA }),
    ...(countVisits !== undefined && isTurned && { countVisits }),
  };
  const facts = { switched, fields: [...Object.keys(columns), ...Object.keys(fields)] };
  return { change, facts };
}

/**
 * Changes settings; triggers have the site published. Throws `changed_meanwhile`, or `own_two_factor_missing` when an
 * admin without a second factor enforces it (threat T10).
 */
export function changeSettings(db: Database, patch: SettingsPatch, write: Write): SettingsRow {
  return inChange(db, write, (tx) => {
    const { twoFactorAt } = requireActingAdmin(tx, write.actor.id);
    const row = readSettings(tx);
    requireMatch(tx, write.ifMatch, toSettings(row).etag, { entity: 'settings', entityId: null });
    const { change, facts } = settingsChange(row, patch, write.now);
    if (change.enforce2fa && twoFactorAt === null) throw new AppError('own_two_factor_missing');
    if (Object.keys(change).length === 0) return row;
    updateSettings(tx, change);
    if (change.profile) remakePictures(tx, write.now);
    recordAudit(tx, write, { action: 'update', entity: 'settings', facts });
    return readSettings(tx);
  });
}
