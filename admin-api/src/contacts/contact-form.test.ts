/** The contact form (spec §4, §5; threat T22, flood L1). */
import { contacts, outbox, throttles } from '@veldlicht/database/schema';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { statusesOf, times } from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { visitor } from '#testing/test-content.ts';
import { judge, MESSAGES_PER_DAY, SPAM_KEPT, SPAM_PER_DAY } from './contact-form.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const mailed = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eigenaar@example.nl' };
const t = useTestApp({ environment: { ...mailed, TRUSTED_PROXY: 'loopback' } });

const rows = () => t.rows(contacts);
const mails = () => t.rows(outbox);
const send = (change: object = {}, from = '192.0.2.1') =>
  t.request('/api/contact', { method: 'POST', json: { ...visitor, ...change }, from });
const URLENCODED = 'application/x-www-form-urlencoded';
const post = (body: string, type = URLENCODED) =>
  t.request('/api/contact', { method: 'POST', body, headers: { 'content-type': type } });
const postForm = (fields: Record<string, string>) => post(new URLSearchParams(fields).toString());
/** An address in another network each. */
const elsewhere = (n: number) => `198.${18 + (n >> 8)}.${n & 255}.1`;
const isRefused = (answer: Response) => [answer.status, answer.headers.get('retry-after')];

describe('a message', () => {
  it('in the plain payload of the specification is stored as new, with its mail, and is in no log', async () => {
    const response = await send({ phone: ' 06 1234 5678 ' });
    expect([response.status, await response.json()]).toEqual([201, { ok: true }]);
    const stored = { ...visitor, phone: '06 1234 5678', status: 'new', folder: 'inbox' };
    expect(rows()).toMatchObject([{ ...stored, submittedAt: t.deps.now() }]);
    const replyTo = { replyToName: visitor.name, replyToAddress: visitor.email };
    expect(mails()).toMatchObject([{ recipient: mailed.CONTACT_TO, ...replyTo }]);
    await send({ email: 'x' });
    expect(t.audits('action')).toEqual([]);
    expect(t.logged.join('')).not.toContain('Noor');
  });

  it('is stored with its mail or not at all', async () => {
    t.failOn('INSERT ON outbox');
    expect((await send()).status).toBe(500);
    expect([rows(), t.rows(throttles)]).toEqual([[], []]);
  });

  it('beyond 64 kB is not read', async () => {
    expect((await send({ message: 'x'.repeat(64 * 1024) })).status).toBe(413);
  });
});

describe('spam (T22)', () => {
  it.each([
    ['the plain payload', {}, 'inbox'],
    ['an empty hidden field', { website: '' }, 'inbox'],
    ['a hidden field that was filled', { website: ' ' }, 'spam'],
    ['2999 milliseconds of filling in', { fillMs: 2999 }, 'spam'],
    ['three seconds', { fillMs: 3000 }, 'inbox'],
  ])('%s goes to the folder it belongs in', (_, change, expected) => {
    expect(judge(change)).toBe(expected);
  });

  it('gets the same answer, is kept apart without mail, and counts for its sender', async () => {
    const real = await send();
    const response = await send({ website: 'https://spam.example' });
    expect([response.status, await response.text()]).toEqual([real.status, await real.text()]);
    expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(real.headers));
    expect(rows().map(({ folder }) => folder)).toEqual(['inbox', 'spam']);
    expect(mails()).toHaveLength(1);
    expect(await statusesOf(4, () => send({ fillMs: 1 }))).toEqual([...times(3, 201), 429]);
  });
});

describe('too many messages (T22, L1)', () => {
  it('of one network are refused from the sixth in ten minutes on, and say when', async () => {
    const from = (n: number) => `2001:db8::${n}`;
    for (let n = 0; n < 20; n += 1)
      expect((await send({ email: 'noor@' }, from(n))).status).toBe(400);
    expect(await statusesOf(5, (n) => send({}, from(n)))).toEqual(times(5, 201));
    t.pass(4 * MINUTE);
    const response = await send({}, from(6));
    expect(isRefused(response)).toEqual([429, '360']);
    expect((await refusal(response)).code).toBe('too_many_requests');
    expect((await send({}, '2001:db8:0:1::1')).status).toBe(201);
    t.pass(6 * MINUTE);
    expect((await send({}, from(6))).status).toBe(201);
    // Only the trusted proxy names addresses.
    const forged = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
    const direct = (n: number) =>
      t.request('/api/contact', {
        method: 'POST',
        json: visitor,
        headers: forged(n),
        from: '192.0.2.9',
      });
    expect((await statusesOf(8, direct)).filter((status) => status === 201)).toHaveLength(5);
  });

  it.each([
    ['one /24', (n: number) => `192.0.2.${n}`],
    ['one /48', (n: number) => `2001:db8:1:${n + 10}00::1`],
  ])(
    'of %s beyond twenty an hour are refused, whatever addresses they come from',
    async (_, from) => {
      const most = 20;
      expect(await statusesOf(most, (n) => send({}, from(n)))).toEqual(times(most, 201));
      expect(isRefused(await send({}, from(most)))).toEqual([429, '3600']);
      expect((await send({}, '203.0.113.1')).status).toBe(201);
      t.pass(60 * MINUTE);
      expect((await send({}, from(most))).status).toBe(201);
    },
  );

  it('are mailed up to sixty in one hour, and stored beyond', async () => {
    for (let n = 0; n < 70; n += 1) expect((await send({}, elsewhere(n))).status).toBe(201);
    expect([rows().length, mails().length]).toEqual([70, 60]);
    t.pass(60 * MINUTE);
    await send({}, elsewhere(70));
    expect(mails()).toHaveLength(61);
  });

  const fill = (number: number, folder: 'inbox' | 'spam') => {
    const numbers = JSON.stringify([...Array(number).keys()]);
    t.db.run(sql`
      INSERT INTO contacts (id, name, email, message, folder, submitted_at)
      SELECT ${`${folder}-`} || value, ${visitor.name}, ${visitor.email}, ${visitor.message},
        ${folder}, ${t.deps.now()} FROM json_each(${numbers})`);
  };

  it('are refused beyond five thousand a day, of which spam takes none', async () => {
    fill(SPAM_PER_DAY, 'spam');
    fill(MESSAGES_PER_DAY - 1, 'inbox');
    expect((await send()).status).toBe(201);
    expect(isRefused(await send({ name: 'Late' }, elsewhere(1)))).toEqual([429, '3600']);
    t.pass(DAY);
    await send({ name: 'Tomorrow' });
    expect(rows().at(-1)).toMatchObject({ name: 'Tomorrow', folder: 'inbox' });
  });

  it('leave a bounded spam folder: the oldest unread is deleted, and people can still write', async () => {
    fill(SPAM_KEPT, 'spam');
    t.db.update(contacts).set({ status: 'read' }).where(eq(contacts.id, 'spam-0')).run();
    expect((await send({ fillMs: 1 })).status).toBe(201);
    expect(rows()).toHaveLength(SPAM_KEPT);
    expect(SPAM_PER_DAY).toBeLessThan(SPAM_KEPT);
    expect((await send()).status).toBe(201);
    t.pass(DAY);
    for (let n = 0; n < 3; n += 1) await send({ fillMs: 1 }, elsewhere(n));
    const kept = new Set(rows().map(({ id }) => id));
    const ids = ['spam-0', 'spam-1', 'spam-2', 'spam-3'];
    expect(ids.map((id) => kept.has(id))).toEqual([true, false, false, true]);
  });

  it('leave a bounded number of counters behind, and no address for longer than needed', async () => {
    for (let n = 0; n < 50; n += 1) await send({}, elsewhere(n));
    // Its own, that of its /24, and one for all mail.
    expect(t.rows(throttles)).toHaveLength(101);
    t.pass(61 * MINUTE);
    await send({}, '203.0.113.1');
    expect(t.rows(throttles)).toHaveLength(3);
  });
});

describe('the page without script', () => {
  it.each([
    ['urlencoded', (fields: object) => post(new URLSearchParams({ ...fields }).toString())],
    [
      'in parts',
      (fields: object) => {
        const part = ([name, value]: [string, string]) =>
          `--grens\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
        const body = `${Object.entries(fields).map(part).join('')}--grens--\r\n`;
        return post(body, 'multipart/form-data; boundary=grens');
      },
    ],
  ])('is led on to the thanks after its message was stored, %s', async (_, sent) => {
    // A browser sends line ends that would count twice.
    const message = `${'x\r\n'.repeat(2499)}xx`;
    const response = await sent({ ...visitor, phone: '', website: '', message });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/bericht-verzonden',
    ]);
    const stored = { message: message.replaceAll('\r', ''), phone: null, folder: 'inbox' };
    expect(rows()).toMatchObject([stored]);
    expect(mails()).toHaveLength(1);
  });

  it('gets its words back in a page when something is wrong with them, and nothing runs there', async () => {
    const name = '"><script>alert(1)</script>';
    const message = '</textarea><img src=x onerror=alert(1)>';
    const response = await postForm({ name, email: 'noor@', message, phone: '06' });
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(page).toContain('<p role="alert">Vul een geldig e-mailadres in.</p>');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page).toContain('\n&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;</textarea>');
    expect(page).toContain('value="noor@"');
    expect(page).not.toMatch(/<script|<img/);
    expect(rows()).toEqual([]);
  });

  it('gets a Dutch message when it has to wait or the server fails, without internals', async () => {
    expect(await statusesOf(5, () => postForm(visitor))).toEqual(times(5, 303));
    const response = await postForm(visitor);
    expect(isRefused(response)).toEqual([429, '600']);
    const page = await response.text();
    expect(page).toContain('Je hebt al een paar berichten gestuurd.');
    expect(page).toContain('Mag ik een afdruk van de ree?');
    t.db.delete(throttles).run();
    t.db.$client.exec('ALTER TABLE contacts RENAME TO lost');
    const failed = await (await postForm(visitor)).text();
    expect(failed).toContain('Er is iets misgegaan. Probeer het opnieuw.');
    expect(failed).not.toMatch(/contacts|sqlite|Something/i);
  });

  const PARTS = 'multipart/form-data; boundary=g';
  const file =
    '--g\r\nContent-Disposition: form-data; name="message"; filename="a"\r\n\r\nx\r\n--g--\r\n';
  it.each([
    ['a field that appears twice', `${new URLSearchParams(visitor)}&email=a@b.nl`, URLENCODED, 400],
    ['a field nobody asked for', `${new URLSearchParams(visitor)}&__proto__=x`, URLENCODED, 400],
    ['nothing', '', URLENCODED, 400],
    ['a file', file, PARTS, 400],
    ['parts without an end', file.slice(0, -9), PARTS, 400],
    ['more than 64 kB', `--g\r\n${'x'.repeat(64 * 1024)}`, PARTS, 413],
  ])('is refused %s', async (_, body, type, status) => {
    expect([(await post(body, type)).status, rows()]).toEqual([status, []]);
  });
});
