import { auditLog, contacts, settings } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, START, type TestApp } from '#testing/test-app.ts';
import { addContact } from '#testing/test-content.ts';
import { deleteExpiredContacts, monthsBefore, startRetention } from './retention.ts';

const DAY = 24 * 60 * 60_000;
let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => {
  t.closing.abort();
  t.remove();
});

const keep = (contactRetentionMonths: number | null) =>
  t.db.update(settings).set({ contactRetentionMonths }).run();
const ids = () =>
  t.db
    .select()
    .from(contacts)
    .all()
    .map(({ id }) => id);
const logged = () => t.db.select().from(auditLog).all();

it.each([
  ['2026-05-31T12:00:00.000Z', 1, '2026-04-30T12:00:00.000Z'],
  ['2026-05-31T12:00:00.000Z', 3, '2026-02-28T12:00:00.000Z'],
  ['2024-03-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
  ['2026-01-15T23:59:59.999Z', 2, '2025-11-15T23:59:59.999Z'],
  ['2026-05-31T12:00:00.000Z', 120, '2016-05-31T12:00:00.000Z'],
])('%s less %i months is %s', (now, months, expected) => {
  expect(new Date(monthsBefore(Date.parse(now), months)).toISOString()).toBe(expected);
});

it('deletes nothing as long as nobody chose a time', () => {
  addContact(t, { status: 'replied', submittedAt: 0 });
  expect(deleteExpiredContacts(t.db, START)).toBe(0);
  expect([ids().length, logged()]).toEqual([1, []]);
});

it('deletes what was replied to and is older, spam or not, and logs it as one entry', () => {
  keep(6);
  const edge = monthsBefore(START, 6);
  addContact(t, { status: 'replied', submittedAt: edge - 1 });
  addContact(t, { status: 'replied', submittedAt: 0, spam: true });
  const kept = [
    addContact(t, { status: 'replied', submittedAt: edge }),
    addContact(t, { status: 'read', submittedAt: 0 }),
    addContact(t, { status: 'new', submittedAt: 0 }),
  ];
  expect(deleteExpiredContacts(t.db, START)).toBe(2);
  expect(ids().sort()).toEqual(kept.sort());
  expect(deleteExpiredContacts(t.db, START)).toBe(0);
  expect(logged()).toMatchObject([
    { actor: 'Veldlicht', actorId: null, action: 'delete', entity: 'contact', summary: '2' },
  ]);
});

it('runs at the start and again and again until the end, whatever goes wrong in between', async () => {
  keep(1);
  addContact(t, { status: 'replied', submittedAt: START - 40 * DAY });
  addContact(t, { status: 'replied', submittedAt: START });
  startRetention(t.deps, 20);
  expect(ids()).toHaveLength(1);
  t.db.$client.exec('ALTER TABLE contacts RENAME TO lost');
  await expect.poll(() => t.logged.join('')).toContain('messages could not be deleted');
  t.db.$client.exec('ALTER TABLE lost RENAME TO contacts');
  t.pass(40 * DAY);
  await expect.poll(ids).toEqual([]);
  t.closing.abort();
  addContact(t, { status: 'replied', submittedAt: START - 40 * DAY });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(ids()).toHaveLength(1);
});
