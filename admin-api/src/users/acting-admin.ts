import type { Store } from '@veldlicht/database/open';
import { AppError } from '#http/app-error.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { findUser, type UserRow } from './users.repository.ts';

/**
 * The admin who writes, as the database has them inside the write: a body may come in slowly, and
 * who was sent away meanwhile, or must first set up two-factor, writes no more (threats T5, T10, T12).
 * Throws `unauthenticated`, `two_factor_required` or `forbidden`.
 */
export function requireActingAdmin(store: Store, userId: string): UserRow {
  const user = findUser(store, userId);
  if (user?.status !== 'active') throw new AppError('unauthenticated');
  if (user.twoFactorAt === null && readSettings(store).enforce2fa)
    throw new AppError('two_factor_required');
  if (user.role !== 'admin') throw new AppError('forbidden');
  return user;
}
