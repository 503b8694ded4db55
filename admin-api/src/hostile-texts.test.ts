/** Hostile texts in every field (threat T14): refused, or stored unchanged. */
import { toOneLine } from '@veldlicht/contract/name';
import { expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload, visitor } from '#testing/test-content.ts';

const hostileTexts = [
  "'",
  '"',
  '";--',
  "' OR 1=1 --",
  "'); DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '\u0000',
  'a\u0000b',
  '🦌 \u202e',
  '<svg onload=alert(1)>',
  'x'.repeat(100_000),
];
const t = useTestApp();
const client = () => t.db.$client;

/** Every text in a column, or in its JSON, except the audit log. */
function storedTexts(): Set<unknown> {
  const tables = client().prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck();
  const names = tables.all().filter((name) => name !== 'audit_log');
  const rows = names.flatMap((name) => client().prepare(`SELECT * FROM "${name}"`).all());
  const values = rows.flatMap((row) => Object.values(Object(row)));
  const inJson = values
    .filter((value) => typeof value === 'string' && value.startsWith('{"'))
    .flatMap((value) => Object.values(JSON.parse(String(value))));
  return new Set([...values, ...inJson]);
}
const person = {
  username: 'bob',
  email: 'b@a.nl',
  role: 'editor',
  password: 'nevel boven het ven',
};
const login = { username: 'eva', password: 'x' };
const ownPassword = { currentPassword: 'password of eva', newPassword: '' };
const tag = { name: 'a', type: 'tag', description: '' };
const texts = ['title', 'description', 'location', 'alt', 'category'];
const profile = ['photographer', 'heroTitle', 'about', 'contactEmail', 'businessUrl'];
const toItem = (sent: object) => mediaPayload(addFile(t.db).imageUrl, { ...sent });

it.each<[string, Record<string, unknown>, string[], ((sent: object) => unknown)?]>([
  ['POST /api/auth/login', login, ['username', 'password']],
  ['POST /api/auth/password', ownPassword, ['newPassword']],
  ['POST /api/admin/users', person, Object.keys(person)],
  ['POST /api/admin/categories', tag, ['name', 'description']],
  ['POST /api/admin/media', {}, texts, toItem],
  ['PATCH /api/settings', {}, profile, (sent) => ({ profile: sent })],
  ['POST /api/contact', visitor, ['name', 'email', 'phone', 'message']],
])('%s stores them as plain text', async (route, right, fields, whole = (sent) => sent) => {
  const [method = '', url = ''] = route.split(' ');
  for (const field of fields)
    for (const text of hostileTexts) {
      client().exec('SAVEPOINT before');
      const typed = field === 'newPassword' ? `${text} en een ree` : text;
      const response = await t.send(method, url, whole({ ...right, [field]: typed }));
      expect([field, text, response.status < 500]).toEqual([field, text, true]);
      const stored = /password/i.test(field) ? `hash:${typed}` : typed.trim();
      // One-line fields drop other characters.
      const line = toOneLine(stored);
      const all = storedTexts();
      const isThere = line === '' || all.has(stored) || all.has(line);
      if (response.status < 300) expect([field, text, isThere]).toEqual([field, text, true]);
      client().exec('ROLLBACK TO before; RELEASE before');
    }
  expect((await t.send('GET', '/api/auth/me')).status).toBe(200);
});

it('match no id and no pattern (T13)', async () => {
  await t.send('POST', '/api/admin/categories', { name: 'mist', type: 'tag' });
  expect(await (await t.send('GET', '/api/admin/audit?actor=eva')).json()).toHaveLength(1);
  for (const text of [...hostileTexts.slice(0, 12), '../x', '__proto__', '1 OR 1=1']) {
    const id = encodeURIComponent(text);
    for (const [method, path, json] of [
      ['GET', `users/${id}`],
      ['PATCH', `users/${id}`, { username: 'n' }],
      ['DELETE', `users/${id}`],
      ['PATCH', `categories/${id}`, { name: 'x' }],
      ['DELETE', `categories/${id}`],
      ['PATCH', `media/${id}`, { title: 'x' }],
      ['POST', `media/${id}/address`],
      ['DELETE', `media/${id}`],
      ['PATCH', `contacts/${id}`, { status: 'read' }],
      ['DELETE', `contacts/${id}`],
    ] as const) {
      const { status } = await t.send(method, `/api/admin/${path}`, json);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    const actors = await t.send('GET', `/api/admin/audit?actor=${id}`);
    expect([text, await actors.json()]).toEqual([text, []]);
  }
});
