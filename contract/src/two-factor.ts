import { z } from 'zod';
import { BACKUP_CODE_LENGTH } from './limits.ts';
import { reason } from './reason.ts';

/** POST /api/2fa/setup: a new secret in two forms, in force once a code is verified (spec §3). */
export const twoFactorSetup = z.object({
  qrCodeUrl: z.string().describe('PNG data URL of the otpauth address'),
  secret: z.string().describe('The same secret in base32, to type in'),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

/** Payload of verify and disable (spec §7); disable also accepts a backup code. */
export const codeInput = z.strictObject({
  token: z.string(reason('code_required')).min(1, reason('code_required')).max(32),
});
export type CodeInput = z.infer<typeof codeInput>;

/** Shown once; the database has only hashes. */
export const backupCodesAnswer = z.object({
  backupCodes: z.array(z.string().length(BACKUP_CODE_LENGTH)),
});
export type BackupCodesAnswer = z.infer<typeof backupCodesAnswer>;
