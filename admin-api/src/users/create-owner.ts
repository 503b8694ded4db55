import { EnvironmentError } from '@veldlicht/contract/environment';
import { countRows } from '@veldlicht/database/count-rows';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { isTooCommon } from '#auth/common-password.ts';
import { hashPassword, newPassword } from '#auth/password.ts';
import { inTransaction } from '#http/write.ts';
import { insertUser } from './users.repository.ts';

/** `.invalid` can never receive mail (RFC 2606): the owner enters the real address in the panel. */
const DEFAULT_EMAIL = 'admin@veldlicht.invalid';

/**
 * Creates the first admin, or returns null when there are users. Without a configured password
 * it generates one and returns it, to be shown once. Throws `EnvironmentError` when the configured one is too common.
 */
export async function createOwner(
  db: Database,
  owner: { username?: string; email?: string; password?: string },
  now: number,
): Promise<{ username: string; generatedPassword: string | null } | null> {
  if (countRows(db, users) > 0) return null;
  const username = owner.username ?? 'admin';
  const email = owner.email ?? DEFAULT_EMAIL;
  if (owner.password !== undefined && (await isTooCommon(owner.password, { username, email })))
    throw new EnvironmentError('ADMIN_PASSWORD: this password is too common; choose another');
  const generated = owner.password === undefined ? newPassword() : null;
  const passwordHash = await hashPassword(owner.password ?? generated ?? '');
  return inTransaction(db, (tx) => {
    if (countRows(tx, users) > 0) return null;
    insertUser(tx, { id: newId(), username, email, role: 'admin', passwordHash, createdAt: now });
    return { username, generatedPassword: generated };
  });
}
