/** Whatever decides who gets in is told by mail to the account it is about, old address and new. */
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { outbox } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { trySignIn } from '#testing/sign-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';

let t: TestApp;
let admin: ReturnType<TestApp['signInAs']>;
let eva: ReturnType<TestApp['signInAs']>;
beforeEach(async () => {
  t = await createTestApp();
  admin = t.signInAs('admin', 'ans');
  eva = t.signInAs('editor', 'eva');
});
afterEach(() => t.remove());

const post = (url: string, json?: unknown) =>
  t.request(url, { method: 'POST', cookie: eva.cookie, ...(json !== undefined && { json }) });
const patch = (json: object) =>
  t.request(`/api/admin/users/${eva.user.id}`, { method: 'PATCH', cookie: admin.cookie, json });
const setUp = async () => {
  const { secret } = await readAnswer(twoFactorSetup, post('/api/2fa/setup'));
  return post('/api/2fa/verify', {
    token: generateSync({ secret, epoch: t.deps.now() / 1000 }),
  });
};
const withFactor =
  (act: (factor: Awaited<ReturnType<typeof addTwoFactor>>) => Promise<Response>) => async () =>
    act(await addTwoFactor(t, eva.user.id));
const change = { currentPassword: 'password of eva', newPassword: 'nevel boven het ven' };
const both = ['eva@example.nl', 'eva@example.org'];

const acts: [string, () => Promise<Response>, string[], string[]?][] = [
  ['turned on', setUp, ['Two-factor authentication was turned on.']],
  ['replaced', withFactor(setUp), ['The authenticator app was replaced by another one.']],
  [
    'turned off',
    withFactor(({ codeAt }) => post('/api/2fa/disable', { token: codeAt(t.deps.now()) })),
    ['Two-factor authentication was turned off.'],
  ],
  [
    'renewed',
    withFactor(() => post('/api/2fa/regenerate-backup-codes')),
    ['New backup codes were made.'],
  ],
  [
    'used',
    withFactor(({ backupCodes }) => trySignIn(t, 'eva', { code: backupCodes[0] })),
    ['A backup code was used.'],
  ],
  ['new password', () => post('/api/auth/password', change), ['The password was changed.']],
  [
    'new address, role and status',
    () => patch({ email: both[1], role: 'viewer', status: 'inactive' }),
    [
      'The email address was changed.',
      'The role was changed.',
      'The account was activated or deactivated.',
    ],
    both,
  ],
];

it.each(acts)('tells of what was %s', async (_, act, said, receivers = ['eva@example.nl']) => {
  expect((await act()).ok).toBe(true);
  const mails = t.db.select().from(outbox).all();
  expect(mails.map(({ recipient }) => recipient)).toEqual(receivers);
  for (const { subject, body } of mails) {
    expect(subject).toBe('Veldlicht: je account is gewijzigd / your account was changed');
    expect(body).toContain('Op 31 mei 2026 om 14:00 is het account eva gewijzigd');
    for (const sentence of said) expect(body).toContain(`- ${sentence}`);
    expect(body).not.toMatch(/https?:|[A-Z0-9]{8}|[A-Z2-7]{32}/);
  }
});

it('tells nothing of a change that was none, or that lets nobody in', async () => {
  await patch({ email: 'eva@example.nl', role: 'editor', username: 'evelien' });
  await patch({ email: 'ans@example.nl' });
  expect(t.db.select().from(outbox).all()).toEqual([]);
});
