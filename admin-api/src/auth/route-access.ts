/** Checks who may call a route: its session, its role, a recent confirmation. The checks throw. */
import { type Role, roles } from '@veldlicht/contract/user';
import type { Store } from '@veldlicht/database/open';
import type { AppContext } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { findSession, isConfirmed, type Session, type UserRow } from './sessions.ts';

/** The session, also one that may only set up two-factor. Throws `unauthenticated`. */
export function requireSession(c: AppContext): Session {
  const session = c.get('session');
  if (!session) throw new AppError('unauthenticated');
  c.set('isLetIn', true);
  return session;
}

/**
 * Checks the session again after a slow body: it may have ended, or be limited to setting up two-factor by now
 * (threat T5). Throws `unauthenticated` or `two_factor_required`.
 */
export function requireUnended(c: AppContext): void {
  if (!c.get('isLetIn')) return;
  const still = c.get('findAgain')?.();
  if (!still) throw new AppError('unauthenticated');
  if (still.needsSetup && fullSession(c)) throw new AppError('two_factor_required');
}

/**
 * Re-reads the session in the transaction that writes: it may have ended while hashes were computed, and must not
 * let the user back in (threat T5). Throws `unauthenticated`.
 */
export function requireStill(store: Store, session: Session): Session {
  const still = findSession(store, session.idHash);
  if (still?.user.status !== 'active') throw new AppError('unauthenticated');
  return still;
}

/** The session, or null if there is none or it may only set up two-factor. */
export function fullSession(c: AppContext): Session | null {
  const session = c.get('session');
  return session && !session.needsSetup ? session : null;
}

/** As `requireSession`; throws `two_factor_required` before the set-up (T10). */
export function requireFullSession(c: AppContext): Session {
  const session = requireSession(c);
  if (session.needsSetup) throw new AppError('two_factor_required');
  return session;
}

/** The signed-in user. Throws as `requireFullSession`. */
export function requireUser(c: AppContext): UserRow {
  return requireFullSession(c).user;
}

/**
 * For what a stolen session alone must not do: requires password and second factor of the last minutes. Call it beside
 * the check of the role. `now` in milliseconds since 1970. Throws `confirmation_required`.
 */
export function requireConfirmed(c: AppContext, now: number): void {
  if (!isConfirmed(requireSession(c), now)) throw new AppError('confirmation_required');
}

export function hasRole({ role }: Pick<UserRow, 'role'>, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The signed-in user, with at least this role. Throws as `requireUser`, or `forbidden`. */
export function requireRole(c: AppContext, least: Role): UserRow {
  const user = requireUser(c);
  if (!hasRole(user, least)) throw new AppError('forbidden');
  return user;
}
