import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';

/** From least to most: see the table of roles in docs/roles. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export const userStatuses = ['active', 'inactive'] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.infer<typeof userStatus>;

/** 3 to 60 letters, digits, dots, dashes or underscores; compared without case. */
export const username = z
  .string()
  .trim()
  .min(1, 'Username is required')
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Use letters, digits, dots, dashes or underscores');

export const email = z.email('Invalid email address').max(254);

export const password = z
  .string()
  .min(MIN_PASSWORD, `Password must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `Password must have at most ${MAX_PASSWORD} characters`);

/** An account of the admin panel as the API tells it; never holds a secret (spec §3). */
export const adminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  status: userStatus,
  lastLogin: z.iso.datetime().nullable().describe('Last full sign-in, UTC'),
  twoFactorEnabled: z.boolean(),
});
export type AdminUser = z.infer<typeof adminUser>;
