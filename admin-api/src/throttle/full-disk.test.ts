/** A full or read-only disk (fault F7): reads go on, and attempts still count. */
import { accessLinks, contacts, throttles } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { statusesOf, trySignIn } from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const MINUTE = 60_000;
const t = useTestApp({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
const rows = () => [t.rows(throttles), t.rows(contacts)].map(({ length }) => length);

/** Each makes every write fail with SQLite's own error, and returns a function that ends it. */
const troubles: [string, number, () => () => void][] = [
  [
    'the disk is full',
    507,
    () => {
      const { $client } = t.db;
      const pages = $client.pragma('page_count', { simple: true });
      const writes = {
        throttles: 'INSERT',
        contacts: 'INSERT',
        audit_log: 'INSERT',
        sessions: 'UPDATE',
      };
      for (const [table, event] of Object.entries(writes))
        $client.exec(
          `CREATE TRIGGER full_${table} BEFORE ${event} ON ${table} BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END`,
        );
      $client.pragma(`max_page_count = ${pages}`);
      return () => {
        $client.pragma('max_page_count = 1000000');
        for (const table of Object.keys(writes)) $client.exec(`DROP TRIGGER full_${table}`);
      };
    },
  ],
  [
    'the database can’t be written',
    503,
    () => {
      t.db.$client.pragma('query_only = ON');
      return () => void t.db.$client.pragma('query_only = OFF');
    },
  ],
];

describe.each(troubles)('while %s', (_, refused, begin) => {
  beforeEach(() => t.db.$client.exec('CREATE TABLE filler (bytes)'));

  it('reads go on, a write fails with the reason, and succeeds later', async () => {
    const end = begin();
    // Late enough that every request updates "last seen" of its session.
    t.pass(2 * MINUTE);
    for (const place of ['/api/auth/me', '/api/admin/media', '/api/media'])
      expect([place, (await t.send('GET', place)).status]).toEqual([place, 200]);
    const addTag = () => t.send('POST', '/api/admin/categories', { name: 'a', type: 'tag' });
    const code = refused === 507 ? 'disk_full' : 'data_read_only';
    expect(await refusal(addTag())).toMatchObject({ status: refused, code });
    end();
    expect((await addTag()).status).toBe(201);
  });

  it('wrong passwords start the same wait, which lasts once it can be written', async () => {
    const end = begin();
    const wrong = () => trySignIn(t, 'eva', { password: 'wrong' });
    expect(await statusesOf(6, wrong)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await trySignIn(t, 'eva')).status).toBe(429);
    expect(rows()).toEqual([0, 0]);
    end();
    expect((await trySignIn(t, 'eva')).status).toBe(429);
    expect(rows()).toEqual([3, 0]);
    t.pass(MINUTE);
    expect((await trySignIn(t, 'eva')).status).toBe(200);
  });

  it('a reset is refused alike for known and unknown names, logged, and works later', async () => {
    const end = begin();
    const ask = (name: string) => t.request('/api/auth/reset', { method: 'POST', json: { name } });
    const code = refused === 507 ? 'disk_full' : 'data_read_only';
    const answers = [await refusal(ask('eva')), await refusal(ask('niemand'))];
    expect(answers[0]).toMatchObject({ status: refused, code });
    expect(answers[0]).toEqual(answers[1]);
    const why = refused === 507 ? 'the disk is full' : 'the data folder can’t be written';
    expect(t.logged.filter((line) => line.includes(why))).toHaveLength(2);
    end();
    expect(t.rows(accessLinks)).toEqual([]);
    expect((await ask('eva')).status).toBe(204);
    await expect.poll(() => t.rows(accessLinks)).toHaveLength(1);
  });

  it('the message limit of a network still holds, and later messages are stored', async () => {
    const end = begin();
    const json = { name: 'Ada', email: 'ada@example.nl', phone: '', message: 'Een lang bericht' };
    const send = () => t.request('/api/contact', { method: 'POST', json });
    const refusals = await statusesOf(6, send);
    expect(refusals).toEqual([refused, refused, refused, refused, refused, 429]);
    end();
    t.pass(10 * MINUTE);
    expect((await send()).status).toBe(201);
    expect(rows()[1]).toBe(1);
  });
});
