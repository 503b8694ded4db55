export const BACKUP_CODES_FILE = 'veldlicht-backup-codes.txt';

/** The backup codes as a text, one per line (spec §9). */
export function backupCodesText(codes: readonly string[]): string {
  return codes.map((code) => `${code}\n`).join('');
}
