import type { LoginInput } from '@veldlicht/contract/auth';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { sameName } from '#http/same-name.ts';
import { findUser, listUsernames, noteLogin, type UserRow } from '#users/users.repository.ts';
import { startSession } from './session.service.ts';

function findByUsername(deps: Deps, username: string): UserRow | undefined {
  const wanted = username.trim();
  const match = listUsernames(deps.db).find((user) => sameName(user.username, wanted));
  return match && findUser(deps.db, match.id);
}

/**
 * Checks the credentials and starts a session. Unknown user, inactive user and wrong password cost
 * one hash each and answer alike: `invalid_credentials` (threat T3).
 */
export async function signIn(
  deps: Deps,
  input: LoginInput,
  oldSecret: string | undefined,
): Promise<{ user: UserRow; secret: string }> {
  const found = findByUsername(deps, input.username);
  const candidate = found?.status === 'active' ? found : undefined;
  const matches = await deps.passwords.verify(candidate?.passwordHash ?? null, input.password);
  if (!candidate || !matches) throw new AppError('invalid_credentials');
  const now = deps.now();
  return deps.db.transaction(
    (tx) => {
      // The account may have changed while the hash was computed.
      const user = findUser(tx, candidate.id);
      if (user?.status !== 'active' || user.passwordHash !== candidate.passwordHash)
        throw new AppError('invalid_credentials');
      noteLogin(tx, user.id, now);
      const secret = startSession(tx, user.id, oldSecret, now);
      return { user: { ...user, lastLoginAt: now }, secret };
    },
    { behavior: 'immediate' },
  );
}
