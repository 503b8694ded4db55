/** Two people edit one thing: a write based on an old version is refused and changes nothing. */
import { auditLog, contentState } from '@veldlicht/database/schema';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp, type World } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

const t = useTestApp();
let mira: ReturnType<World['signInAs']>;
beforeEach(() => {
  mira = t.signInAs('admin', 'mira');
});

async function created(url: string, json: unknown): Promise<string> {
  const answer = t.request(url, { method: 'POST', json, cookie: t.cookie });
  return `${url}/${(await readAnswer(z.looseObject({ id: z.string() }), answer)).id}`;
}

/** Address of each editable thing, and two changes of different fields. */
const edited = [
  {
    name: 'an item',
    make: () => created('/api/admin/media', mediaPayload(addFile(t.db).imageUrl)),
    changes: [{ title: 'Vos' }, { alt: 'Een vos' }],
  },
  {
    name: 'a category',
    make: () => created('/api/admin/categories', { name: 'Zee', type: 'category' }),
    changes: [{ name: 'Noordzee' }, { description: 'water' }],
  },
  {
    name: 'the settings',
    make: () => '/api/settings',
    changes: [{ profile: { about: 'Dag' } }, { contactRetentionMonths: 6 }],
  },
  {
    name: 'a user',
    make: () => `/api/admin/users/${t.addUser('viewer', 'noor').id}`,
    changes: [{ role: 'editor' }, { email: 'noor@elders.nl' }],
  },
  {
    name: 'a field note',
    make: () => created('/api/admin/notes', { title: 'Vorst', date: '2026-01-09', body: [] }),
    changes: [{ title: 'Dooi' }, { body: [{ kind: 'text', text: 'Nat.' }] }],
  },
  {
    name: 'how mail leaves',
    make: () => '/api/admin/mail',
    changes: [{ messagesTo: 'iris@example.nl' }, { messagesTo: 'jan@example.nl' }],
  },
] as const;

type Wire = Parameters<World['request']>[1];
const get = (url: string) => t.request(url, { cookie: mira.cookie });
const write = (url: string, ifMatch: string | null, sent: Wire, cookie = mira.cookie) =>
  t.request(url, {
    ...sent,
    cookie,
    ...(ifMatch !== null && { headers: { 'If-Match': ifMatch } }),
  });
const etagOf = async (url: string) => (await get(url)).headers.get('ETag') ?? '';
const stored = () => [t.rows(contentState), t.rows(auditLog)];

it.each(edited)('refuses a change of $name that is based on another version', async (one) => {
  const url = await one.make();
  const [first, second] = one.changes;
  t.pass(1000);
  const seen = await etagOf(url);
  expect(seen).toMatch(/^"[\w:.-]+"$/);
  const saved = await write(url, seen, { method: 'PATCH', json: first }, t.cookie);
  expect(saved.status).toBe(200);
  expect(saved.headers.get('ETag')).toBe(await etagOf(url));

  const before = [...stored(), await (await get(url)).json()];
  for (const method of ['PATCH', 'DELETE'] as const) {
    if (method === 'DELETE' && ['/api/settings', '/api/admin/mail'].includes(url)) continue;
    for (const stale of [seen, `W/${await etagOf(url)}`, '"x", "y"', '']) {
      const refused = await write(url, stale, {
        method,
        ...(method === 'PATCH' && { json: second }),
      });
      const changed = { by: 'eva', at: new Date(t.deps.now()).toISOString() };
      expect(await refusal(refused)).toMatchObject({
        status: 412,
        code: 'changed_meanwhile',
        changed,
      });
    }
  }
  expect([...stored(), await (await get(url)).json()]).toEqual(before);

  const fresh = await etagOf(url);
  const patched = await write(url, `"old", ${fresh}`, { method: 'PATCH', json: second });
  expect(patched.status).toBe(200);
  expect((await write(url, '*', { method: 'PATCH', json: first })).status).toBe(200);
  expect((await write(url, null, { method: 'PATCH', json: first })).status).toBe(200);
});

it('distinguishes changes within a millisecond, and names the author of a bulk edit', async () => {
  const url = await created('/api/admin/media', mediaPayload(addFile(t.db).imageUrl));
  const seen = await etagOf(url);
  const json = { ids: [url.split('/').at(-1)], data: { featured: true } };
  const bulk = { method: 'POST', json, cookie: t.cookie } as const;
  t.pass(5000);
  await t.request('/api/admin/media/bulk-update', bulk);
  const refused = await write(url, seen, { method: 'PATCH', json: { title: 'Vos' } });
  expect(await refusal(refused)).toMatchObject({ changed: { by: 'eva' } });
  const then = await etagOf(url);
  await write(url, then, { method: 'PATCH', json: { title: 'Vos' } });
  expect(await etagOf(url)).not.toBe(then);
});

it('keeps the version of an entry when only its position changes', async () => {
  const seen = await etagOf('/api/admin/categories/drone');
  const json = { updates: [{ id: 'drone', sortOrder: 1 }] };
  await t.request('/api/admin/categories/reorder', { method: 'POST', json, cookie: t.cookie });
  expect(await etagOf('/api/admin/categories/drone')).toBe(seen);
});
