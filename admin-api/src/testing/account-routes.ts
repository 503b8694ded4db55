/** Rows of the table of routes: sign-in, two-factor, users, audit log. */
import { users } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { findSession, hashSessionSecret } from '#auth/sessions.ts';
import { removeTwoFactor } from '#two-factor/two-factor.repository.ts';
import { at, type RouteRow } from './route-row.ts';
import type { TestApp } from './test-app.ts';
import { addTwoFactor } from './two-factor-user.ts';

/** Whose cookie it is. */
function userOf(t: TestApp, cookie: string) {
  const secret = cookie.split('=')[1] ?? '';
  return findSession(t.db, hashSessionSecret(secret))?.user;
}

/** Whose cookie it is, without a second factor from now on. */
function withoutTwoFactor(t: TestApp, cookie: string): string {
  const id = userOf(t, cookie)?.id ?? '';
  removeTwoFactor(t.db, id);
  return id;
}

/** A set-up under way; answers a right code. */
async function pendingCode(t: TestApp, cookie: string): Promise<string> {
  withoutTwoFactor(t, cookie);
  const response = await t.request('/api/2fa/setup', { method: 'POST', cookie });
  const setup: unknown = await response.json();
  // The route's own tests check the shape.
  const { secret } = setup as { secret: string };
  return generateSync({ secret, epoch: t.deps.now() / 1000 });
}

let people = 0;
function newPerson(): string {
  people += 1;
  return `person-${people}`;
}
const somebodyElse = (t: TestApp) => `/api/admin/users/${t.addUser('viewer', newPerson()).id}`;

export const accountRoutes: RouteRow[] = [
  {
    method: 'POST',
    path: '/api/auth/login',
    least: 'anon',
    ok: 200,
    own: true,
    call: (t) => {
      const username = 'somebody';
      if (
        !t.db
          .select()
          .from(users)
          .all()
          .some((user) => user.username === username)
      )
        t.addUser('viewer', username);
      return { url: '/api/auth/login', json: { username, password: `password of ${username}` } };
    },
  },
  {
    method: 'POST',
    path: '/api/auth/confirm',
    least: 'setup',
    ok: 204,
    own: true,
    call: (t, cookie) => {
      const password = `password of ${userOf(t, cookie)?.username}`;
      return { url: '/api/auth/confirm', json: { password } };
    },
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    least: 'anon',
    ok: 204,
    own: true,
    call: at('/api/auth/logout'),
  },
  { method: 'GET', path: '/api/auth/me', least: 'setup', ok: 200, call: at('/api/auth/me') },
  {
    method: 'POST',
    path: '/api/2fa/setup',
    confirms: true,
    least: 'setup',
    ok: 200,
    own: true,
    call: (t, cookie) => {
      withoutTwoFactor(t, cookie);
      return { url: '/api/2fa/setup' };
    },
  },
  {
    method: 'POST',
    path: '/api/2fa/verify',
    least: 'setup',
    ok: 200,
    own: true,
    call: async (t, cookie) => ({
      url: '/api/2fa/verify',
      json: { token: await pendingCode(t, cookie) },
    }),
  },
  {
    method: 'POST',
    path: '/api/2fa/disable',
    confirms: true,
    least: 'viewer',
    ok: 200,
    own: true,
    call: async (t, cookie) => {
      const { codeAt } = await addTwoFactor(t, withoutTwoFactor(t, cookie));
      return { url: '/api/2fa/disable', json: { token: codeAt(t.deps.now()) } };
    },
  },
  {
    method: 'POST',
    path: '/api/2fa/regenerate-backup-codes',
    confirms: true,
    least: 'viewer',
    ok: 200,
    own: true,
    call: async (t, cookie) => {
      await addTwoFactor(t, withoutTwoFactor(t, cookie));
      return { url: '/api/2fa/regenerate-backup-codes' };
    },
  },
  {
    method: 'POST',
    path: '/api/2fa/backup-codes-saved',
    least: 'viewer',
    ok: 204,
    own: true,
    call: at('/api/2fa/backup-codes-saved'),
  },
  {
    method: 'POST',
    path: '/api/auth/password',
    least: 'viewer',
    ok: 204,
    own: true,
    call: (t, cookie) => {
      const currentPassword = `password of ${userOf(t, cookie)?.username}`;
      const json = { currentPassword, newPassword: 'nevel boven het ven' };
      return { url: '/api/auth/password', json };
    },
  },
  {
    method: 'GET',
    path: '/api/admin/users',
    least: 'admin',
    ok: 200,
    call: at('/api/admin/users'),
  },
  {
    method: 'POST',
    path: '/api/admin/users',
    confirms: true,
    least: 'admin',
    ok: 201,
    call: () => {
      const username = newPerson();
      const rest = { role: 'viewer', password: 'nevel boven het ven' };
      return {
        url: '/api/admin/users',
        json: { username, email: `${username}@example.nl`, ...rest },
      };
    },
  },
  {
    method: 'GET',
    path: '/api/admin/users/:id',
    least: 'admin',
    ok: 200,
    call: (t) => ({ url: somebodyElse(t) }),
  },
  {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    confirms: true,
    least: 'admin',
    ok: 200,
    call: (t) => ({ url: somebodyElse(t), json: { status: 'inactive' } }),
  },
  {
    method: 'DELETE',
    path: '/api/admin/users/:id',
    confirms: true,
    least: 'admin',
    ok: 204,
    call: (t) => ({ url: somebodyElse(t) }),
  },
  {
    method: 'GET',
    path: '/api/admin/audit',
    least: 'admin',
    ok: 200,
    call: at('/api/admin/audit'),
  },
  {
    method: 'GET',
    path: '/api/admin/audit/actors',
    least: 'admin',
    ok: 200,
    call: at('/api/admin/audit/actors'),
  },
];
