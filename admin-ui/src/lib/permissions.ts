/** What the panel offers to whom; the API enforces it (product decisions §1). */

import { useQuery } from '@tanstack/react-query';
import { type AdminUser, type Role, roles } from '@veldlicht/contract/user';
import { sessionQuery } from './session.ts';

type HasRole = Pick<AdminUser, 'role'>;

/** Parts of the panel that a role may or may not see, with the least role that does. */
const leastRole = {
  dashboard: 'viewer',
  visits: 'viewer',
  media: 'viewer',
  categories: 'viewer',
  species: 'viewer',
  notes: 'viewer',
  series: 'viewer',
  settings: 'viewer',
  contacts: 'editor',
  publishing: 'editor',
  guard: 'editor',
  contactPrivacy: 'admin',
  users: 'admin',
  websiteSettings: 'admin',
  auditLog: 'admin',
  backups: 'admin',
  moving: 'admin',
  guardEdit: 'admin',
  purge: 'admin',
} as const satisfies Record<string, Role>;

export type Area = keyof typeof leastRole;

/** Whether a person may see this part of the panel; each role may see what the lesser ones do. */
export function mayEnter(user: HasRole, area: Area): boolean {
  return roles.indexOf(user.role) >= roles.indexOf(leastRole[area]);
}

/** Editors and admins add and change media. */
export function mayWrite(user: HasRole): boolean {
  return user.role !== 'viewer';
}

/** Nobody changes their own role or status, or deletes themself (product decisions §1). */
export function isOwnAccount(user: Pick<AdminUser, 'id'>, me: Pick<AdminUser, 'id'>): boolean {
  return user.id === me.id;
}

export function useUser(): AdminUser | undefined {
  return useQuery(sessionQuery).data?.user;
}

/** Whether the person who is signed in may see a part of the panel. */
export function useMayEnter(area: Area): boolean {
  const user = useUser();
  return user !== undefined && mayEnter(user, area);
}

export function useMayWrite(): boolean {
  const user = useUser();
  return user !== undefined && mayWrite(user);
}
