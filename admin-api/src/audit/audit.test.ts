import { AUDIT_PAGE, auditActors, auditEntry } from '@veldlicht/contract/audit';
import * as schema from '@veldlicht/database/schema';
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { routeTable } from '#testing/route-table.ts';
import { useTestApp } from '#testing/test-app.ts';
import { startTestWorker } from '#testing/test-worker.ts';
import { forgetRefusals, recordAudit } from './audit.repository.ts';

const t = useTestApp();

const ask = (query = '') => t.send('GET', `/api/admin/audit${query}`);
const list = (query = '') => readAnswer(z.array(auditEntry), ask(query));
const logged = () => t.rows(schema.auditLog);
const count = () => logged().length;

const kinds = ['media', 'user', 'settings'] as const;
/** Entries of three kinds in turn, the even ones by eva; the clock runs backwards. */
function fill(entries: number) {
  for (let n = 1; n <= entries; n += 1)
    recordAudit(
      t.db,
      { actor: n % 2 === 0 ? { id: 'e', username: 'eva' } : null, now: 10_000_000 - n * 1000 },
      {
        action: 'update',
        entity: kinds[n % 3] ?? 'media',
        entityId: `id ${n}`,
        summary: `entry ${n}`,
        ...(n % 2 === 0 && { facts: { count: n } }),
      },
    );
}
const numbers = (entries: { summary: string }[]) =>
  entries.map(({ summary }) => Number(summary.slice(6)));

it('forgets refused sign-ins after 90 days, and nothing else', () => {
  const day = 24 * 60 * 60 * 1000;
  const record = (now: number, action: 'sign-in' | 'sign-in-refused') =>
    recordAudit(t.db, { actor: null, now }, { action, entity: 'account' });
  record(0, 'sign-in-refused');
  record(day, 'sign-in-refused');
  record(0, 'sign-in');
  forgetRefusals(t.db, 90 * day);
  expect(logged().map(({ at, action }) => [at, action])).toEqual([
    [day, 'sign-in-refused'],
    [0, 'sign-in'],
  ]);
});

describe('the list', () => {
  it('gives actor, action, entity and time; an entry without an actor has an empty name', async () => {
    fill(2);
    const entry = { action: 'update', at: '1970-01-01T02:46:38.000Z', entity: 'settings' };
    expect(await list()).toEqual([
      { ...entry, id: 2, actor: 'eva', entityId: 'id 2', summary: 'entry 2', facts: { count: 2 } },
      {
        ...entry,
        id: 1,
        at: '1970-01-01T02:46:39.000Z',
        actor: '',
        entity: 'user',
        entityId: 'id 1',
        summary: 'entry 1',
        facts: null,
      },
    ]);
  });

  it('has pages of fifty, newest first, without gaps when entries are added', async () => {
    fill(120);
    const read: number[] = [];
    let page = await list();
    while (page.length > 0) {
      read.push(...numbers(page));
      fill(1);
      page = await list(`?before=${page.at(-1)?.id}`);
    }
    expect(AUDIT_PAGE).toBe(50);
    expect(read).toEqual(Array.from({ length: 120 }, (_, i) => 120 - i));
    expect(numbers(await list('?before=51'))).toHaveLength(50);
    expect(await list('?before=1')).toEqual([]);
  });

  it('filters by actor, by entity, by both, and by no actor', async () => {
    fill(12);
    expect(numbers(await list('?actor=eva'))).toEqual([12, 10, 8, 6, 4, 2]);
    expect(numbers(await list('?entity=user'))).toEqual([10, 7, 4, 1]);
    expect(numbers(await list('?entity=user&actor=eva&before=10'))).toEqual([4]);
    expect(numbers(await list('?actor='))).toEqual([11, 9, 7, 5, 3, 1]);
    expect(await list('?actor=bob')).toEqual([]);
    for (const wrong of ['?before=0', '?limit=1000', '?__proto__=x'])
      expect(await refusal(ask(wrong))).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('names each actor once, deleted accounts included', async () => {
    const names = () => readAnswer(auditActors, ask('/actors'));
    expect(await names()).toEqual([]);
    fill(6);
    const write = { actor: { id: 'gone', username: 'bob' }, now: 1 };
    recordAudit(t.db, write, { action: 'delete', entity: 'media' });
    expect(await names()).toEqual(['bob', 'eva']);
  });
});

describe('every write of the API', () => {
  let worker: ReturnType<typeof startTestWorker>;
  beforeEach(() => {
    worker = startTestWorker(t);
  });
  afterEach(() => worker.stop());

  /** Calls without an audit entry: they only ask, or a later call makes the write. */
  const noWrite = [
    'POST /api/objects/upload',
    'PUT /api/uploads/:key',
    'POST /api/2fa/setup',
    'POST /api/auth/passkey/options',
    'POST /api/admin/passkeys/options',
    'POST /api/admin/media/place',
    // Drafts leave no entry; the item created from one does.
    'POST /api/admin/drafts',
    'PATCH /api/admin/drafts',
    'POST /api/admin/drafts/discard',
    // Two writes: the upload and the item (keys.test.ts).
    'PUT /api/v1/photos/:remoteId',
    // The inbox lists visitors' messages.
    'POST /api/contact',
    // Its effect follows the response, with an entry of its own (access-links.test.ts).
    'POST /api/auth/reset',
    'POST /api/auth/link',
    'POST /api/admin/mail/test',
    'POST /api/admin/backup/download',
    'POST /api/admin/export',
    // An import makes entries per item; this one is empty.
    'PUT /api/admin/import/file',
    'POST /api/admin/import',
    'POST /api/admin/import/publish',
    'DELETE /api/admin/import',
    // A CI job reports progress.
    'POST /api/build/report',
  ];
  const writes = routeTable.filter(
    ({ method, path }) => method !== 'GET' && !noWrite.includes(`${method} ${path}`),
  );

  it('leaves one entry', async () => {
    for (const [n, { method, path, call, ok }] of writes.entries()) {
      const { cookie } = t.signInAs('admin', `admin${n}`);
      const { url, ...payload } = await call(t, cookie);
      const before = count();
      const { status } = await t.request(url, { method, cookie, ...payload });
      expect([method, path, status]).toEqual([method, path, ok]);
      const byProof = {
        '/api/auth/login': 'somebody',
        '/api/auth/passkey': 'somebody',
        '/api/auth/link/password': 'person',
      }[path];
      const actor = byProof ? expect.stringContaining(byProof) : `admin${n}`;
      const entry = { actor, at: t.deps.now(), actorId: expect.any(String) };
      expect([method, path, logged().slice(before)]).toMatchObject([method, path, [entry]]);
    }
  });

  /** Everything stored except what the worker writes. */
  const { jobs: _jobs, files: _files, ...tables } = schema;
  const stored = () =>
    JSON.stringify(
      Object.values(tables).flatMap((one) => (is(one, SQLiteTable) ? t.rows(one) : [])),
    );

  it('is rolled back when its entry can’t be written', async () => {
    for (const [n, { method, path, call }] of writes.entries()) {
      const { cookie } = t.signInAs('admin', `admin${n}`);
      const { url, ...payload } = await call(t, cookie);
      const before = stored();
      const end = t.failOn('INSERT ON audit_log');
      const { status } = await t.request(url, { method, cookie, ...payload });
      end();
      expect([method, path, status]).toEqual([method, path, 500]);
      expect([path, stored() === before]).toEqual([path, true]);
    }
  });
});
