import { type AdminUser, newUser, userPatch } from '@veldlicht/contract/user';
import { Hono } from 'hono';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readJson } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
import { findUser, listUsers, type UserRow } from './users.repository.ts';
import { changeUser, createUser, removeUser, toAdminUser } from './users.service.ts';

/** Accounts of the panel, for admins (spec §7). */
export function usersRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  const answer = (c: AppContext, row: UserRow) => {
    const user = toAdminUser(row);
    return c.json<AdminUser>(user, 200, { ETag: user.etag });
  };
  return new Hono<AppEnv>()
    .get('/api/admin/users', (c) => {
      requireRole(c, 'admin');
      return c.json<AdminUser[]>(listUsers(db).map(toAdminUser));
    })
    .get('/api/admin/users/:id', (c) => {
      requireRole(c, 'admin');
      const user = findUser(db, c.req.param('id'));
      if (!user) throw new AppError('not_found');
      return answer(c, user);
    })
    .post('/api/admin/users', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const user = await createUser(deps, await readJson(c, newUser, limits), actor);
      return c.json<AdminUser>(toAdminUser(user), 201);
    })
    .patch('/api/admin/users/:id', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const patch = await readJson(c, userPatch, limits);
      const user = changeUser(db, c.req.param('id'), patch, writeOf(c, actor, now()));
      return answer(c, user);
    })
    .delete('/api/admin/users/:id', (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      removeUser(db, c.req.param('id'), writeOf(c, actor, now()));
      return c.body(null, 204);
    });
}
