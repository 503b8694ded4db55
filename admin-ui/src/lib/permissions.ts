/** What each role may see in the panel; the API enforces it. */
import { useQuery } from '@tanstack/react-query';
import { type AdminUser, type Role, roles } from '@veldlicht/contract/user';
import { sessionQuery } from './session.ts';

type HasRole = Pick<AdminUser, 'role'>;

/** Areas of the panel, with the lowest role that may see them. */
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

/** Each role may see what the lower ones see. */
export function mayEnter(user: HasRole, area: Area): boolean {
  return roles.indexOf(user.role) >= roles.indexOf(leastRole[area]);
}

/** Editors and admins change content. */
export function mayWrite(user: HasRole): boolean {
  return user.role !== 'viewer';
}

/** Users can't change their own role or status, or delete themselves. */
export function isOwnAccount(user: Pick<AdminUser, 'id'>, me: Pick<AdminUser, 'id'>): boolean {
  return user.id === me.id;
}

export function useUser(): AdminUser | undefined {
  return useQuery(sessionQuery).data?.user;
}

export function useMayEnter(area: Area): boolean {
  const user = useUser();
  return user !== undefined && mayEnter(user, area);
}

export function useMayWrite(): boolean {
  const user = useUser();
  return user !== undefined && mayWrite(user);
}
