import { systemCode } from './disk-full.ts';

/** Whether SQLite met with pages that can't be right: only a backup helps (fault F8). */
export function isDatabaseDamaged(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}
