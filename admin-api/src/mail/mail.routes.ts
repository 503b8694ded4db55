import type { MailState } from '@veldlicht/contract/contact';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { listFailedMail } from './outbox.ts';
import { mailTrouble } from './send-outbox.ts';

/** Whether messages of visitors are mailed, and what is wrong with it, for admins. */
export function mailRoutes({ db, environment: { mail } }: Deps) {
  return new Hono<AppEnv>().get('/api/admin/mail', (c) => {
    requireRole(c, 'admin');
    const trouble = mailTrouble(listFailedMail(db));
    return c.json<MailState>({
      configured: mail.smtpUrl !== undefined && mail.contactTo !== undefined,
      waiting: trouble?.count ?? 0,
      oldestAt: trouble ? new Date(trouble.oldestAt).toISOString() : null,
      error: trouble?.error ?? null,
    });
  });
}
