import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';

/** From least to most rights. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export const userStatuses = ['active', 'inactive'] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatus>;

/** Up to 60 letters, digits, dots, dashes or underscores; compared without case. */
export const username = z
  .string(reason('username_required'))
  .trim()
  .regex(VISIBLE, reason('username_required'))
  .max(...upTo(60))
  .regex(/^[\p{L}\p{N}._-]+$/u, reason('username_characters'));

export const email = z.email(reason('email_invalid')).max(...upTo(254));

/**
 * Whether an address is reserved (RFC 2606). The first account has such an address until its owner enters a real one,
 * and gets no mail before that, not even to reset the password.
 */
export const isPlaceholderEmail = (address: string): boolean => /[@.]invalid$/i.test(address);

const NO_PASSWORD = reason('password_required');

export const password = z
  .string()
  .min(MIN_PASSWORD, reason('password_too_short', { n: MIN_PASSWORD }))
  .max(MAX_PASSWORD, reason('password_too_long', { n: MAX_PASSWORD }));

/** An account of the panel, without secrets (spec §3). */
export const adminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  status: userStatus,
  lastLogin: z.iso.datetime().nullable().describe('Last full sign-in, UTC'),
  twoFactorEnabled: z.boolean(),
  invitedUntil: z.iso
    .datetime()
    .nullable()
    .describe('Expiry of the invitation while no password is set'),
  etag: z.string().describe('For If-Match'),
});
export type AdminUser = z.infer<typeof adminUser>;

/** POST /api/admin/users (spec §7); strict (threat T13). */
export const newUser = z.strictObject({
  username,
  email,
  role,
  status: userStatus.default('active'),
  password: z.string(NO_PASSWORD).min(1, { error: NO_PASSWORD, abort: true }).pipe(password),
});
export type NewUser = z.infer<typeof newUser>;

/** PATCH /api/admin/users/{id} (spec §7): what is left out stays. */
export const userPatch = z.strictObject({ username, email, role, status: userStatus }).partial();
export type UserPatch = z.infer<typeof userPatch>;

/** POST /api/auth/password: changes one's own. */
export const passwordChange = z.strictObject({
  currentPassword: z
    .string(reason('current_password_required'))
    .min(1, reason('current_password_required'))
    .max(...upTo(1024)),
  newPassword: password,
});
export type PasswordChange = z.infer<typeof passwordChange>;
