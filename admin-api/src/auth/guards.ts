/** Guards throw, so that handlers read straight on (product decisions §1). */
import { type Role, roles } from '@veldlicht/contract/user';
import type { AppContext } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import type { UserRow } from './session.repository.ts';

/** Who is signed in. Throws `unauthenticated`. */
export function requireUser(c: AppContext): UserRow {
  const session = c.get('session');
  if (!session) throw new AppError('unauthenticated');
  return session.user;
}

/** Who is signed in, with at least this role. Throws `unauthenticated` or `forbidden`. */
export function requireRole(c: AppContext, least: Role): UserRow {
  const user = requireUser(c);
  if (roles.indexOf(user.role) < roles.indexOf(least)) throw new AppError('forbidden');
  return user;
}
