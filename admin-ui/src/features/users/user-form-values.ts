/** Between a user, the dialog's form, and what is sent. */
import {
  type AdminUser,
  email,
  newUser,
  type UserPatch,
  userStatus,
} from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';

/** Says that there is nothing before it says that it is no address. */
const emailRequired: TextKey = 'emailRequired';
const typedEmail = z.string().trim().min(1, { error: emailRequired, abort: true }).pipe(email);

export interface UserValues {
  username: string;
  email: string;
  role: AdminUser['role'];
  status: AdminUser['status'];
  password: string;
}
type UserForm = z.ZodType<UserValues, UserValues>;

const checked = newUser.extend({ email: typedEmail, status: userStatus });

/** What the dialog checks for a new user (spec §5 User dialog). */
export const newUserForm: UserForm = checked;

/** The same for one that exists: there is no password to give. */
export const editUserForm: UserForm = checked.extend({ password: z.string() });

/** What the dialog starts with. A new user may look first, and more when somebody says so. */
export function initialUser(user: AdminUser | null): UserValues {
  return {
    username: user?.username ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'viewer',
    status: user?.status ?? 'active',
    password: '',
  };
}

/**
 * The fields that differ from the stored user: what another admin changed meanwhile stays. For the
 * own account role and status are left out, whatever the form holds (product decisions §1).
 */
export function changedUser(user: AdminUser, values: UserValues, isOwn: boolean): UserPatch {
  const patch: UserPatch = {};
  if (values.username !== user.username) patch.username = values.username;
  if (values.email !== user.email) patch.email = values.email;
  if (isOwn) return patch;
  if (values.role !== user.role) patch.role = values.role;
  if (values.status !== user.status) patch.status = values.status;
  return patch;
}
