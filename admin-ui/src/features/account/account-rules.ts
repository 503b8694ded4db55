import { passwordChange } from '@veldlicht/contract/user';
import { z } from 'zod';
import { differ } from '#lib/sign-in-schemas.ts';

/** What the form asks: the change itself, and the new password once more. */
export const passwordValues = passwordChange
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, differ);

export const BACKUP_CODES_FILE = 'veldlicht-backup-codes.txt';

/** The backup codes as a text, one per line (spec §9). */
export function backupCodesText(codes: readonly string[]): string {
  return codes.map((code) => `${code}\n`).join('');
}

/** What a device calls itself, to name a passkey by; the order matters, since they name each other. */
const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'];

/** The device that a browser runs on, by its user agent. */
export function deviceName(userAgent: string): string {
  return devices.find((device) => userAgent.includes(device)) ?? '';
}

/** A secret in groups of four, as people read and type it. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The address of the picture, for a link: the app on this very device opens it (spec §2). */
export function otpauthAddress(username: string, secret: string): string {
  const label = encodeURIComponent(username);
  return `otpauth://totp/Veldlicht:${label}?secret=${encodeURIComponent(secret)}&issuer=Veldlicht`;
}
