import { expect, it } from 'vitest';
import { backupCodesText } from './backup-codes-file.ts';

it('writes one code per line', () => {
  expect(backupCodesText(['AAAA2222', 'BBBB3333'])).toBe('AAAA2222\nBBBB3333\n');
});
