import { randomBytes } from 'node:crypto';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { hashPassword } from '#auth/password.ts';
import { countUsers, insertUser } from './users.repository.ts';

/** `.invalid` can never receive mail (RFC 2606): the owner enters the real address in the panel. */
const DEFAULT_EMAIL = 'admin@veldlicht.invalid';

/**
 * Makes the first admin when there is no user at all, else answers null (product decisions §3).
 * Without a password one of 120 random bits is generated and answered, to be shown once.
 */
export async function createOwner(
  db: Database,
  owner: { username?: string; email?: string; password?: string },
  now: number,
): Promise<{ username: string; generatedPassword: string | null } | null> {
  if (countUsers(db) > 0) return null;
  const generated = owner.password === undefined ? randomBytes(15).toString('base64url') : null;
  const passwordHash = await hashPassword(owner.password ?? generated ?? '');
  const username = owner.username ?? 'admin';
  return db.transaction(
    (tx) => {
      if (countUsers(tx) > 0) return null;
      insertUser(tx, {
        id: newId(),
        username,
        email: owner.email ?? DEFAULT_EMAIL,
        role: 'admin',
        passwordHash,
        createdAt: now,
      });
      return { username, generatedPassword: generated };
    },
    { behavior: 'immediate' },
  );
}
