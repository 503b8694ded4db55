/** From data to what the dashboard says (pure). */

import type { MediaItem } from '@veldlicht/contract/media';
import type { Settings } from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import { mayEnter, mayWrite } from '#lib/permissions.ts';

type Counted = Pick<AdminUser, 'status' | 'twoFactorEnabled'>;
type SettingFacts = Pick<Settings, 'googleAnalyticsId' | 'enforce2FA'>;

/** The four figures for admins (spec §2 Dashboard). */
interface Stats {
  users: { total: number; active: number };
  /** `percent` of all accounts, in whole numbers. */
  twoFactor: { count: number; percent: number };
  /** null: not configured. */
  analyticsId: string | null;
  enforced: boolean;
}

export function countStats(users: readonly Counted[], settings: SettingFacts): Stats {
  const total = users.length;
  const count = users.filter((user) => user.twoFactorEnabled).length;
  return {
    users: { total, active: users.filter((user) => user.status === 'active').length },
    twoFactor: { count, percent: total === 0 ? 0 : Math.round((100 * count) / total) },
    analyticsId: settings.googleAnalyticsId,
    enforced: settings.enforce2FA,
  };
}

export type QuickAction =
  | 'add-media'
  | 'set-up-analytics'
  | 'set-up-2fa'
  | 'manage-2fa'
  | 'enforce-2fa'
  | 'open-site';

/**
 * What fits the person and how things stand, in the order of a list (spec §2 Quick actions).
 * Settings are undefined while they load, and for who may not change them.
 */
export function quickActions(
  user: Pick<AdminUser, 'role' | 'twoFactorEnabled'>,
  settings: SettingFacts | undefined,
): QuickAction[] {
  const known = mayEnter(user, 'websiteSettings') ? settings : undefined;
  const actions: Array<QuickAction | false> = [
    mayWrite(user) && 'add-media',
    known?.googleAnalyticsId === null && 'set-up-analytics',
    user.twoFactorEnabled ? 'manage-2fa' : 'set-up-2fa',
    // Only who has it may ask it of others (spec §5 2FA enforcement).
    known?.enforce2FA === false && user.twoFactorEnabled && 'enforce-2fa',
    'open-site',
  ];
  return actions.filter((action) => action !== false);
}

/** Figures of the dashboard. */
export interface MediaCounts {
  items: number;
  drafts: number;
  working: number;
  failed: number;
}

type CountedItem = Pick<MediaItem, 'status' | 'processing'>;

export function countMedia(items: readonly CountedItem[]): MediaCounts {
  const count = (test: (item: CountedItem) => boolean) => items.filter(test).length;
  return {
    items: items.length,
    drafts: count((item) => item.status === 'draft'),
    working: count((item) => item.processing === 'working'),
    failed: count((item) => item.processing === 'failed'),
  };
}
