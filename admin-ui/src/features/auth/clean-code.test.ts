import { describe, expect, it } from 'vitest';
import { cleanCode, cleanDigits } from './clean-code.ts';

describe('a code as it is typed', () => {
  it('is upper-cased and keeps letters and digits only', () => {
    expect(cleanCode(' ab3d-ef.7h ', 'backup')).toBe('AB3DEF7H');
    expect(cleanCode('é1２ß', 'backup')).toBe('1SS');
  });
  it('ends at six characters of an authenticator and eight of a backup code', () => {
    expect(cleanCode('123 456 789', 'authenticator')).toBe('123456');
    expect(cleanCode('abcdefghijk', 'backup')).toBe('ABCDEFGH');
  });
  it('of the set-up has digits only', () => {
    expect(cleanDigits('12a 34-5678')).toBe('123456');
    expect(cleanDigits('abc')).toBe('');
  });
});
