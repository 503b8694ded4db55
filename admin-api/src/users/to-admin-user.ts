import type { AdminUser } from '@veldlicht/contract/user';
import { etagOf } from '#http/if-match.ts';
import type { UserRow } from './users.repository.ts';

/** What the API tells of an account: a list of what may be said, so no secret can slip in (T13). */
export function toAdminUser(user: UserRow): AdminUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    role: user.role,
    status: user.status,
    lastLogin: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
    twoFactorEnabled: user.twoFactorAt !== null,
    etag: etagOf(user.username, user.email, user.role, user.status),
  };
}
