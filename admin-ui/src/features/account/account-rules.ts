import { passwordChange } from '@veldlicht/contract/user';
import { z } from 'zod';
import { differ } from '#lib/sign-in-schemas.ts';

/** A password change with the new password repeated. */
export const passwordValues = passwordChange
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, differ);

export const BACKUP_CODES_FILE = 'veldlicht-backup-codes.txt';

/** One code per line (spec §9). */
export function backupCodesText(codes: readonly string[]): string {
  return codes.map((code) => `${code}\n`).join('');
}

/** Device names in user agents. The order matters: Android also says Linux, an iPhone Mac OS. */
const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'];

/** Default name of a passkey, by the user agent. */
export function deviceName(userAgent: string): string {
  return devices.find((device) => userAgent.includes(device)) ?? '';
}

/** Splits a secret into groups of four. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The URI of the QR code, as a link for an app on the same device (spec §2). */
export function otpauthAddress(username: string, secret: string): string {
  const label = encodeURIComponent(username);
  return `otpauth://totp/Veldlicht:${label}?secret=${encodeURIComponent(secret)}&issuer=Veldlicht`;
}
