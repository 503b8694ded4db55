import { z } from 'zod';
import { reason, upTo } from './reason.ts';
import { adminUser } from './user.ts';

const NOT_BOTH = reason('username_and_password_required');

/** Payload of POST /api/auth/login (spec §3); the code only in the second step. */
export const loginInput = z.strictObject({
  username: z
    .string(NOT_BOTH)
    .min(1, NOT_BOTH)
    .max(...upTo(254)),
  password: z
    .string(NOT_BOTH)
    .min(1, NOT_BOTH)
    .max(...upTo(1024)),
  twoFactorCode: z.string().max(32).optional(),
});
export type LoginInput = z.infer<typeof loginInput>;

/** POST /api/auth/confirm: re-authenticates the signed-in user; `code` only with two-factor. */
export const confirmInput = z.strictObject({
  password: loginInput.shape.password,
  code: loginInput.shape.twoFactorCode,
});
export type ConfirmInput = z.infer<typeof confirmInput>;

const backupCodesLeft = z.int().optional().describe('With two-factor only');
const activeSessions = z.int().optional().describe('Of this user, in all browsers');

/** One of three: signed in, code required, or two-factor set-up required (spec §3). */
export const loginAnswer = z.object({
  user: adminUser.optional(),
  requires2FA: z.literal(true).optional(),
  requires2FASetup: z.literal(true).optional(),
  backupCodesUnsaved: z.literal(true).optional(),
  backupCodesLeft,
  activeSessions,
});
export type LoginAnswer = z.infer<typeof loginAnswer>;

/**
 * The signed-in user. `requires2FASetup`: the session may only set up two-factor. `backupCodesUnsaved`: the user has
 * not confirmed saving the new backup codes.
 */
export const meAnswer = z.object({
  user: adminUser,
  requires2FASetup: z.literal(true).optional(),
  backupCodesUnsaved: z.literal(true).optional(),
  backupCodesLeft,
  activeSessions,
});
export type MeAnswer = z.infer<typeof meAnswer>;
