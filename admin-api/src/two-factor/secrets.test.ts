/** The key of the TOTP secrets: without it the program does not start (T24). */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { openSecret } from '#secrets/sealed.ts';
import { addTwoFactor } from '#testing/accounts.ts';
import { useTestApp } from '#testing/test-app.ts';
import { readTwoFactorKey } from './secrets.ts';

const t = useTestApp();
let file: string;
beforeEach(() => {
  file = path.join(t.folder.secrets, 'two-factor');
});
const readKey = () => readTwoFactorKey(t.db, t.folder.secrets);

/** Two accounts with a second factor under the key of the data folder, one without. */
async function withSecrets(): Promise<void> {
  t.deps.secrets.twoFactor = readKey();
  await addTwoFactor(t, t.user.id);
  await addTwoFactor(t, t.addUser('admin', 'ben').id);
  t.addUser('viewer', 'zonder');
}

it.each([
  ['missing', () => rmSync(file)],
  ['another one', () => writeFileSync(file, Buffer.alloc(32, 9))],
  ['damaged', () => writeFileSync(file, 'half')],
  ['empty', () => writeFileSync(file, '')],
])('is refused with the names of the accounts when it is %s', async (_, lose) => {
  await withSecrets();
  lose();
  const before = readdirSync(t.folder.secrets);
  expect(readKey).toThrow(
    /^The key that opens the two-factor secrets .* Put it back from a backup, or run "npm run user -- reset-2fa NAME" for: eva, ben\.$/,
  );
  expect(readdirSync(t.folder.secrets)).toEqual(before);
});

it('names only accounts whose secrets it does not open', async () => {
  await withSecrets();
  const foreign = (t.rows(users)[0]?.totpSecret ?? '').replace(/^v1\.[^.]+/, 'v1.00000000');
  t.db.update(users).set({ totpSecret: foreign }).where(eq(users.username, 'eva')).run();
  expect(readKey).toThrow('for: eva.');
});

it('may be lost while nobody has a second factor; a pending set-up starts over', async () => {
  t.deps.secrets.twoFactor = readKey();
  await t.send('POST', '/api/2fa/setup');
  rmSync(file);
  t.deps.secrets.twoFactor = readKey();
  expect((await t.send('POST', '/api/2fa/verify', { token: '123456' })).status).toBe(409);
  await t.send('POST', '/api/2fa/setup');
  const sealed = t.rows(users)[0]?.pendingTotpSecret ?? '';
  expect(openSecret(t.deps.secrets.twoFactor, t.user.id, sealed)).toMatch(/^[A-Z2-7]{32}$/);
});
