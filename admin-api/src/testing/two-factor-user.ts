import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSecret, generateSync } from 'otplib';
import { hashBackupCodes, newBackupCodes } from '#two-factor/codes.ts';
import { sealSecret } from '#two-factor/secrets.ts';
import { replaceBackupCodes } from '#two-factor/two-factor.repository.ts';
import { START, type TestApp } from './test-app.ts';

/** Gives a user a second factor, as if set up long ago: no time step is used up yet. */
export async function addTwoFactor(t: TestApp, userId: string) {
  const secret = generateSecret();
  const totpSecret = sealSecret(t.deps.secrets.twoFactor, userId, secret);
  t.db.update(users).set({ totpSecret, twoFactorAt: START }).where(eq(users.id, userId)).run();
  const backupCodes = newBackupCodes();
  replaceBackupCodes(t.db, userId, await hashBackupCodes(t.deps.passwords, backupCodes));
  /** What the authenticator app shows at this moment (milliseconds since 1970). */
  const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) });
  /** Six digits that are no code of these minutes. */
  const wrongCodeAt = (ms: number): string => {
    const near = [-60, -30, 0, 30, 60].map((seconds) => codeAt(ms + seconds * 1000));
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'];
    return wrong.find((code) => !near.includes(code)) ?? '';
  };
  return { secret, codeAt, wrongCodeAt, backupCodes };
}
