/** What the panel offers to whom; the API enforces it (product decisions §1). */
import type { AdminUser } from '@veldlicht/contract/user';

/** Editors and admins add and change media. */
export function mayWrite(user: Pick<AdminUser, 'role'>): boolean {
  return user.role !== 'viewer';
}
