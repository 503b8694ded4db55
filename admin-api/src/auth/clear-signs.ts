import { randomBytes } from 'node:crypto';

/** 32 signs that nobody takes for one another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random signs to be read out or typed over: 5 bits each. */
export function clearSigns(count: number): string {
  return Array.from(randomBytes(count), (byte) => SIGNS[byte % SIGNS.length]).join('');
}
