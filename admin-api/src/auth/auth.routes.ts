import {
  confirmInput,
  type LoginAnswer,
  loginInput,
  type MeAnswer,
} from '@veldlicht/contract/auth';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { clientAddress } from '#http/client-address.ts';
import { readJson } from '#http/read-json.ts';
import { toAdminUser } from '#users/to-admin-user.ts';
import { sendAccess, sentAccess } from './access.service.ts';
import { confirmIdentity, type SignIn, signIn } from './auth.service.ts';
import { requireSession } from './guards.ts';
import { createLanes } from './lanes.ts';
import type { Session, UserRow } from './session.repository.ts';
import { deleteSession } from './session.repository.ts';
import { clearedSessionCookie } from './session-cookie.ts';
import type { Turns } from './turns.ts';

function addressOf(c: AppContext, deps: Deps): string {
  const socketAddress = c.env?.incoming?.socket.remoteAddress;
  const forwardedFor = c.req.header('x-forwarded-for');
  return clientAddress(socketAddress, forwardedFor, deps.environment.trustedProxy);
}

function toMeAnswer(user: UserRow, needsSetup: boolean): MeAnswer {
  return {
    user: toAdminUser(user),
    ...(needsSetup && { requires2FASetup: true }),
    ...(user.backupCodesUnsaved && { backupCodesUnsaved: true }),
  };
}

function toLoginAnswer(signedIn: SignIn): LoginAnswer {
  if (signedIn.kind === 'code-needed') return { requires2FA: true };
  return toMeAnswer(signedIn.user, signedIn.kind === 'setup-needed');
}

function signOut(deps: Deps, { idHash, user }: Session): void {
  const at = deps.now();
  deps.db.transaction((tx) => {
    deleteSession(tx, idHash);
    const entry = {
      action: 'sign-out',
      entity: 'account',
      entityId: user.id,
      summary: '',
    } as const;
    recordAudit(tx, { at, actor: user, ...entry });
  });
}

/** Sign-in, sign-out, and who is signed in (spec §7, product decisions §3). */
export function authRoutes(deps: Deps, turns: Turns) {
  const { publicOrigin } = deps.environment;
  const lanes = createLanes(turns);
  return new Hono<AppEnv>()
    .post('/api/auth/login', async (c) => {
      const input = await readJson(c, loginInput, deps.limits);
      const address = addressOf(c, deps);
      const client = { address, sent: sentAccess(c, deps) };
      const signedIn = await signIn(deps, lanes, input, client).catch((error: unknown) => {
        if (error instanceof AppError) deps.log.warn({ address, code: error.code }, 'no sign-in');
        throw error;
      });
      if (signedIn.kind !== 'code-needed') {
        deps.log.info({ address, user: signedIn.user.id, kind: signedIn.kind }, 'sign-in');
        sendAccess(c, deps, signedIn.access);
      }
      return c.json<LoginAnswer>(toLoginAnswer(signedIn));
    })
    .post('/api/auth/confirm', async (c) => {
      const session = requireSession(c);
      const input = await readJson(c, confirmInput, deps.limits);
      const client = { address: addressOf(c, deps), sent: sentAccess(c, deps) };
      await confirmIdentity(deps, lanes, { session, input }, client);
      return c.body(null, 204);
    })
    .post('/api/auth/logout', (c) => {
      const session = c.get('session');
      if (session) signOut(deps, session);
      c.header('Set-Cookie', clearedSessionCookie(publicOrigin));
      // Not "storage": it holds the person's theme and language, and nothing else.
      c.header('Clear-Site-Data', '"cache"');
      return c.body(null, 204);
    })
    .get('/api/auth/me', (c) => {
      const { user, needsSetup } = requireSession(c);
      return c.json<MeAnswer>(toMeAnswer(user, needsSetup));
    });
}
