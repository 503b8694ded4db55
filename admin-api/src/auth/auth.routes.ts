import {
  confirmInput,
  type LoginAnswer,
  loginInput,
  type MeAnswer,
} from '@veldlicht/contract/auth';
import { passwordChange } from '@veldlicht/contract/user';
import { Hono } from 'hono';
import { auditAccount } from '#audit/audit.repository.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { addressOf } from '#http/client-address.ts';
import { readJson } from '#http/request-body.ts';
import { countBackupCodes } from '#two-factor/codes.ts';
import { toAdminUser } from '#users/users.service.ts';
import { type Client, confirmIdentity, type SignIn, signIn } from './auth.service.ts';
import { changeOwnPassword } from './own-password.ts';
import { createQueue, type Turns } from './queues.ts';
import { requireSession, requireUser } from './route-access.ts';
import { cookieOf, countSessions, deleteSession, type UserRow } from './sessions.ts';
import { sendAccess, sentAccess } from './sign-in-and-out.ts';

/**
 * Places of the 34 in the hash queue for unknown browsers: a flood of them leaves room for known browsers and
 * signed-in users (threats T2, L4).
 */
const STRANGERS = 24;

function toMeAnswer({ db, now }: Deps, user: UserRow, needsSetup: boolean): MeAnswer {
  const hasCodes = user.twoFactorAt !== null;
  return {
    user: toAdminUser(user),
    ...(needsSetup && { requires2FASetup: true }),
    ...(user.backupCodesUnsaved && { backupCodesUnsaved: true }),
    ...(hasCodes && { backupCodesLeft: countBackupCodes(db, user.id) }),
    activeSessions: countSessions(db, user.id, now()),
  };
}

export function toLoginAnswer(deps: Deps, signedIn: SignIn): LoginAnswer {
  if (signedIn.kind === 'code-needed') return { requires2FA: true };
  return toMeAnswer(deps, signedIn.user, signedIn.kind === 'setup-needed');
}

export function clientOf(c: AppContext, deps: Deps): Client {
  return { address: addressOf(c, deps.environment), sent: sentAccess(c, deps) };
}

/** Sign-in, sign-out, the current user, and their own password (spec §7). */
export function authRoutes(deps: Deps, turns: Turns) {
  const { db, environment, limits, log, now } = deps;
  const lanes = { turns, strangers: createQueue({ running: STRANGERS, waiting: 0 }) };
  return new Hono<AppEnv>()
    .post('/api/auth/login', async (c) => {
      const input = await readJson(c, loginInput, limits);
      const client = clientOf(c, deps);
      const { address } = client;
      const signedIn = await signIn(deps, lanes, input, client).catch((error: unknown) => {
        if (error instanceof AppError) log.warn({ address, code: error.code }, 'no sign-in');
        throw error;
      });
      if (signedIn.kind !== 'code-needed') {
        log.info({ address, user: signedIn.user.id, kind: signedIn.kind }, 'sign-in');
        sendAccess(c, deps, signedIn.access);
      }
      return c.json<LoginAnswer>(toLoginAnswer(deps, signedIn));
    })
    .post('/api/auth/confirm', async (c) => {
      const session = requireSession(c);
      const input = await readJson(c, confirmInput, limits);
      await confirmIdentity(deps, lanes, { session, input }, clientOf(c, deps));
      return c.body(null, 204);
    })
    .post('/api/auth/logout', (c) => {
      const session = c.get('session');
      if (session)
        db.transaction((tx) => {
          deleteSession(tx, session.idHash);
          auditAccount(tx, session.user, 'sign-out', now());
        });
      c.header('Set-Cookie', cookieOf(environment.publicOrigin, 'sid', '', 0));
      // Not "storage": it only holds theme and language.
      c.header('Clear-Site-Data', '"cache"');
      return c.body(null, 204);
    })
    .get('/api/auth/me', (c) => {
      const { user, needsSetup } = requireSession(c);
      return c.json<MeAnswer>(toMeAnswer(deps, user, needsSetup));
    })
    .post('/api/auth/password', async (c) => {
      const { id } = requireUser(c);
      const session = requireSession(c);
      const input = await readJson(c, passwordChange, limits);
      const sent = sentAccess(c, deps);
      // In turn, so that a wait that one failure starts holds for the next.
      const change = () => changeOwnPassword(deps, session, input, sent);
      sendAccess(c, deps, await turns(`own-password:${id}`, change));
      return c.body(null, 204);
    });
}
