import { type PublicSettings, type Settings, settingsPatch } from '@veldlicht/contract/settings';
import { shownProfile } from '@veldlicht/database/public/shown-words';
import { Hono } from 'hono';
import { fullSession, requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
import { readSettings } from './settings.repository.ts';
import { changeSettings, toSettings } from './settings.service.ts';

/** The settings, fewer for visitors; admins change them (spec §6). */
export function settingsRoutes({ db, limits, now }: Deps) {
  return new Hono<AppEnv>()
    .get('/api/settings', (c) => {
      const { contactRetentionMonths, countVisits, enforce2FA, etag, ...open } = toSettings(
        readSettings(db),
      );
      const session = fullSession(c);
      if (!session) {
        const { portrait, homeSeries, homeItems, ...profile } = shownProfile(
          db.$client,
          open.profile,
        );
        return c.json<PublicSettings>({ ...open, profile });
      }
      const forAdmins = session.user.role === 'admin' && { contactRetentionMonths, countVisits };
      const own = { ...open, etag, enforce2FA, ...forAdmins };
      return c.json<Settings>(own, 200, { ETag: etag });
    })
    .patch('/api/settings', async (c) => {
      const actor = requireRole(c, 'admin');
      const patch = await readJson(c, settingsPatch, limits);
      const { enforce2fa } = readSettings(db);
      if ((patch.enforce2FA ?? enforce2fa) !== enforce2fa) requireConfirmed(c, now());
      const changed = toSettings(changeSettings(db, patch, writeOf(c, actor, now())));
      return c.json<Settings>(changed, 200, { ETag: changed.etag });
    });
}
