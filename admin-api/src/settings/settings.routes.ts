import { emptyProfile, type PublicSettings, type Settings } from '@veldlicht/contract/settings';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readSettings } from './settings.repository.ts';

/** The settings, with less for visitors (product decisions §7). Dutch defaults are the site's work. */
export function settingsRoutes({ db }: Deps) {
  return new Hono<AppEnv>().get('/api/settings', (c) => {
    const { googleAnalyticsId, enforce2fa, profile } = readSettings(db);
    const open: PublicSettings = { googleAnalyticsId, profile: { ...emptyProfile, ...profile } };
    if (!c.get('session')) return c.json(open);
    return c.json<Settings>({ ...open, enforce2FA: enforce2fa });
  });
}
