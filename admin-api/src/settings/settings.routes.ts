import { type PublicSettings, type Settings, settingsPatch } from '@veldlicht/contract/settings';
import { Hono } from 'hono';
import { fullSession, requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/read-json.ts';
import { readSettings } from './settings.repository.ts';
import { changeSettings, toSettings } from './settings.service.ts';

/** The settings, with less for visitors (product decisions §7); admins change them (spec §6). */
export function settingsRoutes({ db, limits, now }: Deps) {
  return new Hono<AppEnv>()
    .get('/api/settings', (c) => {
      const { contactRetentionMonths, enforce2FA, ...open } = toSettings(readSettings(db));
      const session = fullSession(c);
      if (!session) return c.json<PublicSettings>(open);
      const isAdmin = session.user.role === 'admin';
      return c.json<Settings>({ ...open, enforce2FA, ...(isAdmin && { contactRetentionMonths }) });
    })
    .patch('/api/settings', async (c) => {
      const actor = requireRole(c, 'admin');
      const patch = await readJson(c, settingsPatch, limits);
      return c.json<Settings>(toSettings(changeSettings(db, patch, { actor, now: now() })));
    });
}
