import { outbox } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  noticeAccountBlocked,
  noticeNewDevice,
  noticePasswordReset,
  noticeTwoFactorReset,
} from './notices.ts';
import { queueMail } from './outbox.ts';

const NOW = Date.UTC(2026, 4, 31, 12);
const eva = { username: 'eva', email: 'eva@example.nl' };

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());
const all = () => t.db.select().from(outbox).all();

it('tells the account itself, in Dutch and English, when and from where', () => {
  noticeNewDevice(t.db, eva, { address: '192.0.2.1' }, NOW);
  const [mail] = all();
  expect(mail).toMatchObject({
    recipient: 'eva@example.nl',
    subject: 'Veldlicht: ingelogd op een nieuw apparaat / signed in on a new device',
    replyToAddress: null,
    createdAt: NOW,
    nextAt: NOW,
    attempts: 0,
  });
  expect(mail?.body).toContain(
    'Op 31 mei 2026 om 14:00 is er ingelogd als eva in een browser die we nog niet kenden, vanaf 192.0.2.1.',
  );
  expect(mail?.body).toContain(
    'On 31 May 2026 at 14:00 (Dutch time) somebody signed in as eva in a browser we did not know yet, from 192.0.2.1.',
  );
});

it('says until when a block lasts', () => {
  const until = NOW + 60 * 60_000;
  noticeAccountBlocked(t.db, eva, { until, address: '2001:db8::1' }, NOW);
  expect(all()[0]?.body).toContain('wordt inloggen tot 31 mei 2026 om 15:00 geweigerd');
  expect(all()[0]?.body).toContain('refused until 31 May 2026 at 15:00 (Dutch time)');
  expect(all()[0]?.createdAt).toBe(NOW);
});

it('tells what the site builder did, without any link', () => {
  noticeTwoFactorReset(t.db, eva, NOW);
  noticePasswordReset(t.db, eva, NOW);
  expect(all().map(({ subject }) => subject)).toEqual([
    'Veldlicht: tweestapsverificatie uitgezet / two-factor authentication removed',
    'Veldlicht: nieuw wachtwoord ingesteld / new password set',
  ]);
  for (const { body } of all()) {
    expect(body).toContain('eva');
    expect(body).not.toMatch(/https?:|www\./);
  }
});

it('keeps a typed name on its line of the body, and out of the subject', () => {
  const username = 'eva\r\n\r\nKlik hier\u2028\u202ENU';
  noticeTwoFactorReset(t.db, { ...eva, username }, NOW);
  expect(all()[0]?.subject).not.toContain('eva');
  expect(all()[0]?.body).toContain('van eva Klik hier NU uitgezet');
});

it.each([
  'admin@veldlicht.invalid',
  'admin@INVALID',
  'eva@example.nl, jan@example.nl',
  '"eva, jan"@example.nl',
  'eva@example.nl\r\nBcc: jan@example.nl',
  'eva',
])('queues nothing for %j', (email) => {
  noticePasswordReset(t.db, { username: 'eva', email }, NOW);
  expect(all()).toEqual([]);
});

it('queues with the transaction of the caller, or not at all', () => {
  const failing = () =>
    t.db.transaction((tx) => {
      noticePasswordReset(tx, eva, NOW);
      throw new Error('something else failed');
    });
  expect(failing).toThrow('something else failed');
  expect(all()).toEqual([]);
});

it('leaves out a reply address that is not one plain address', () => {
  const mail = { recipient: eva.email, subject: 'x', body: 'x' };
  queueMail(t.db, { ...mail, replyTo: { name: 'Jan', address: 'a@b.nl, c@d.nl' } }, NOW);
  queueMail(t.db, { ...mail, replyTo: { name: 'Jan\r\n', address: 'a@b.nl' } }, NOW);
  expect(all().map((row) => [row.replyToName, row.replyToAddress])).toEqual([
    [null, null],
    ['Jan', 'a@b.nl'],
  ]);
});
