/** Changes of access are mailed to the account's old and new address. */
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { outbox } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { beforeEach, expect, it } from 'vitest';
import { addTwoFactor, trySignIn } from '#testing/accounts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { START, useTestApp, type World } from '#testing/test-app.ts';
import { noticeAccountBlocked, noticeAccountChange, noticeNewDevice } from './notices.ts';
import { queueMail } from './outbox.ts';

const t = useTestApp();
let ben: ReturnType<World['signInAs']>;
beforeEach(() => {
  ben = t.signInAs('editor', 'ben');
});

const rows = () => t.rows(outbox);
const post = (url: string, json?: unknown) => t.send('POST', url, json, ben.cookie);
const patch = (json: object) => t.send('PATCH', `/api/admin/users/${ben.user.id}`, json);
const setUp = async () => {
  const { secret } = await readAnswer(twoFactorSetup, post('/api/2fa/setup'));
  return post('/api/2fa/verify', { token: generateSync({ secret, epoch: t.deps.now() / 1000 }) });
};
const withFactor =
  (act: (factor: Awaited<ReturnType<typeof addTwoFactor>>) => Promise<Response>) => async () =>
    act(await addTwoFactor(t, ben.user.id));
const newPassword = { currentPassword: 'password of ben', newPassword: 'nevel boven het ven' };

const acts: [string[], () => Promise<Response>, string[]?][] = [
  [['Two-factor authentication was turned on.'], setUp],
  [['The authenticator app was replaced by another one.'], withFactor(setUp)],
  [
    ['Two-factor authentication was turned off.'],
    withFactor(({ codeAt }) => post('/api/2fa/disable', { token: codeAt(t.deps.now()) })),
  ],
  [['New backup codes were made.'], withFactor(() => post('/api/2fa/regenerate-backup-codes'))],
  [
    ['A backup code was used.'],
    withFactor(({ backupCodes }) => trySignIn(t, 'ben', { code: backupCodes[0] })),
  ],
  [['The password was changed.'], () => post('/api/auth/password', newPassword)],
  [
    [
      'The email address was changed.',
      'The role was changed.',
      'The account was made active or inactive.',
    ],
    () => patch({ email: 'ben@example.org', role: 'viewer', status: 'inactive' }),
    ['ben@example.nl', 'ben@example.org'],
  ],
];

it.each(acts)('mails: %s', async (said, act, receivers = ['ben@example.nl']) => {
  expect((await act()).ok).toBe(true);
  expect(rows().map(({ recipient }) => recipient)).toEqual(receivers);
  for (const { subject, body } of rows()) {
    expect(subject).toBe('Veldlicht: je account is gewijzigd / your account was changed');
    expect(body).toContain('Op 31 mei 2026 om 14:00 is het account ben gewijzigd');
    for (const sentence of said) expect(body).toContain(`- ${sentence}`);
    expect(body).not.toMatch(/https?:|[A-Z0-9]{8}|[A-Z2-7]{32}/);
  }
});

it('mails nothing without a change, or for one that does not concern access', async () => {
  await patch({ email: 'ben@example.nl', role: 'editor', username: 'benno' });
  expect(rows()).toEqual([]);
});

it('names time, address and end of a block in Dutch and English, without a link', () => {
  const who = { username: 'eva\r\n\r\nKlik hier\u2028\u202ENU', email: 'eva@example.nl' };
  noticeNewDevice(t.db, who, { address: '192.0.2.1' }, START);
  noticeAccountBlocked(t.db, who, { until: START + 60 * 60_000, address: '2001:db8::1' }, START);
  noticeAccountChange(t.db, who, ['two-factor-by-builder'], START);
  const [device, block, reset] = rows().map(({ body }) => body);
  // A typed name stays on its line of the body, and out of the subject.
  expect(device).toContain('ingelogd als eva Klik hier NU in een browser die we nog niet kenden');
  expect(device).toContain('On 31 May 2026 at 14:00 (Dutch time) somebody signed in as eva');
  expect(block).toContain('kan er tot 31 mei 2026 om 15:00 niemand inloggen');
  expect(block).toContain('refused until 31 May 2026 at 15:00 (Dutch time)');
  expect(reset).toContain('is het account eva Klik hier NU gewijzigd');
  expect(rows().map(({ subject }) => subject.split(': ')[1])).toEqual([
    'ingelogd op een nieuw apparaat / signed in on a new device',
    'account tijdelijk geblokkeerd / account blocked for a while',
    'je account is gewijzigd / your account was changed',
  ]);
  for (const { body, recipient } of rows()) {
    expect(recipient).toBe('eva@example.nl');
    expect(body).not.toMatch(/https?:|www\./);
  }
});

it.each([
  'admin@veldlicht.invalid',
  'eva@example.nl, jan@example.nl',
  '"eva, jan"@example.nl',
  'eva@example.nl\r\nBcc: jan@example.nl',
  'eva',
])('queues nothing for %j, and uses it for no Reply-To', (email) => {
  noticeAccountChange(t.db, { username: 'eva', email }, ['password-by-builder'], START);
  expect(rows()).toEqual([]);
  const replyTo = { name: 'Jan\r\n', address: email };
  queueMail(t.db, { recipient: 'eva@example.nl', subject: 'x', body: 'x', replyTo }, START);
  expect(rows()).toMatchObject([{ replyToName: null, replyToAddress: null }]);
});
