/** Messages of visitors, as they come in (spec §4, §5; threat T22, flood L1). */
import { errorBody } from '@veldlicht/contract/error';
import { auditLog, contacts, outbox, throttles } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { visitor } from '#testing/test-content.ts';
import { MESSAGES_PER_DAY, QUARANTINE_KEPT, SPAM_PER_DAY } from './contact-form.service.ts';
import { DIGEST_SUBJECT } from './contact-mail.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const mailed = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eigenaar@example.nl' };

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({ environment: { ...mailed, TRUSTED_PROXY: 'loopback' } });
});
afterEach(() => t.remove());

const rows = () => t.db.select().from(contacts).all();
const mails = () => t.db.select().from(outbox).all();
const send = (change: object = {}, from = '192.0.2.1') =>
  t.request('/api/contact', { method: 'POST', json: { ...visitor, ...change }, from });
const URLENCODED = 'application/x-www-form-urlencoded';
const post = (body: string, type = URLENCODED) =>
  t.request('/api/contact', { method: 'POST', body, headers: { 'content-type': type } });
const postForm = (fields: Record<string, string>) => post(new URLSearchParams(fields).toString());

describe('a message', () => {
  it('in the plain payload of the specification is stored as new, with its mail', async () => {
    const response = await send({ phone: ' 06 1234 5678 ' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ok: true });
    expect(rows()).toMatchObject([
      { ...visitor, phone: '06 1234 5678', status: 'new', spam: false, submittedAt: t.deps.now() },
    ]);
    expect(mails()).toMatchObject([
      { recipient: mailed.CONTACT_TO, replyToName: 'Noor Bakker', replyToAddress: visitor.email },
    ]);
  });

  it.each([{ phone: null }, { phone: '' }, {}, { website: '', fillMs: 60_000 }])(
    'with %j has no phone',
    async (change) => {
      expect((await send(change)).status).toBe(201);
      expect(rows()).toMatchObject([{ phone: null, spam: false }]);
    },
  );

  it('stands in no log: neither the audit log nor the one of the program', async () => {
    await send();
    await send({ email: 'x' });
    expect(t.db.select().from(auditLog).all()).toEqual([]);
    expect(t.logged.join('')).not.toContain('Noor');
  });

  it('is stored but not mailed where nothing is mailed', async () => {
    for (const missing of ['SMTP_URL', 'CONTACT_TO']) {
      const quiet = await createTestApp({ environment: { ...mailed, [missing]: '' } });
      const sent = await quiet.request('/api/contact', { method: 'POST', json: visitor });
      expect(sent.status).toBe(201);
      expect(quiet.db.select().from(contacts).all()).toHaveLength(1);
      expect(quiet.db.select().from(outbox).all()).toEqual([]);
      quiet.remove();
    }
  });

  it('is stored with its mail or not at all', async () => {
    t.db.$client.exec(
      "CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(FAIL, 'full'); END",
    );
    expect((await send()).status).toBe(500);
    expect([rows(), t.db.select().from(throttles).all()]).toEqual([[], []]);
  });

  it.each([
    [{ name: '' }, { name: 'Vul alle velden in.' }],
    [{ name: ' ' }, { name: 'Vul alle velden in.' }],
    [{ message: '\n ' }, { message: 'Vul alle velden in.' }],
    [{ message: undefined }, { message: 'Vul alle velden in.' }],
    [{ email: '' }, { email: 'Vul een geldig e-mailadres in.' }],
    [{ email: 'noor@' }, { email: 'Vul een geldig e-mailadres in.' }],
    [{ name: 'x'.repeat(101) }, { name: 'Gebruik hooguit 100 tekens.' }],
    [{ phone: '1'.repeat(41) }, { phone: 'Gebruik hooguit 40 tekens.' }],
    [{ message: 'x'.repeat(5001) }, { message: 'Gebruik hooguit 5000 tekens.' }],
    [{ email: `${'x'.repeat(250)}@a.nl` }, { email: 'Gebruik hooguit 254 tekens.' }],
    [{ name: ['Noor'] }, { name: expect.any(String) }],
    [{ fillMs: 'soon' }, { fillMs: expect.any(String) }],
  ])('with %j is refused with words at the field', async (change, fields) => {
    const response = await send(change);
    expect(response.status).toBe(400);
    expect(await readAnswer(errorBody, response)).toMatchObject({ code: 'invalid_input', fields });
    expect([rows(), mails()]).toEqual([[], []]);
  });

  it.each(['status', 'spam', 'id', 'submittedAt', '__proto__'])(
    'sets no %s (T13)',
    async (name) => {
      const body = JSON.stringify(visitor).replace('{', `{"${name}":"x",`);
      expect((await post(body, 'application/json')).status).toBe(400);
      expect(rows()).toEqual([]);
    },
  );

  it('of 100, 254, 40 and 5000 characters fits', async () => {
    const email = `noor@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.nl`;
    const longest = { name: 'é'.repeat(100), phone: '1'.repeat(40), message: '漢'.repeat(5000) };
    expect((await send({ ...longest, email })).status).toBe(201);
    expect(rows()).toMatchObject([{ ...longest, email }]);
  });

  it('beyond 64 kB is not read', async () => {
    const response = await send({ message: 'x'.repeat(64 * 1024) });
    expect([response.status, rows()]).toEqual([413, []]);
  });

  it.each(['name', 'phone', 'message'])(
    'keeps hostile texts in %s as they are, or refuses them (T14)',
    async (field) => {
      for (const text of hostileTexts) {
        t.db.delete(contacts).run();
        t.db.delete(throttles).run();
        const { status } = await send({ [field]: text });
        expect([201, 400, 413]).toContain(status);
        if (status === 201) expect(rows()).toMatchObject([{ [field]: text.trim() }]);
        else expect(rows()).toEqual([]);
      }
    },
  );
});

describe('what looks like spam (T22)', () => {
  it.each([
    ['the hidden field filled', { website: 'https://spam.example' }],
    ['0.2 seconds of filling in', { fillMs: 200 }],
    ['many links', { message: 'http://a.nl http://b.nl http://c.nl http://d.nl' }],
  ])('%s: the same answer, kept apart, no mail', async (_, change) => {
    const real = await send();
    const response = await send(change);
    expect([response.status, await response.text()]).toEqual([real.status, await real.text()]);
    expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(real.headers));
    expect(rows().map(({ spam }) => spam)).toEqual([false, true]);
    expect(mails()).toHaveLength(1);
  });

  it('counts for its sender like any message', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await send({ fillMs: 1 })).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('too many messages (T22, L1)', () => {
  it('of one network are refused from the sixth in ten minutes on, and say when', async () => {
    const from = (n: number) => `2001:db8::${n}`;
    for (let n = 1; n <= 5; n += 1) expect((await send({}, from(n))).status).toBe(201);
    t.pass(4 * MINUTE);
    const response = await send({}, from(6));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '360']);
    expect(await readAnswer(errorBody, response)).toEqual({
      code: 'too_many_requests',
      error: 'Je hebt al een paar berichten gestuurd. Probeer het later opnieuw.',
    });
    expect(rows()).toHaveLength(5);
    expect((await send({}, '2001:db8:0:1::1')).status).toBe(201);
    t.pass(6 * MINUTE);
    expect((await send({}, from(6))).status).toBe(201);
  });

  it('are counted by what is stored: whoever corrects a typing error is not shut out', async () => {
    for (let n = 0; n < 20; n += 1) expect((await send({ email: 'noor@' })).status).toBe(400);
    expect((await send()).status).toBe(201);
  });

  it('can not be had by making addresses up: only the trusted proxy names them', async () => {
    const direct = await createTestApp();
    const answers = Array.from({ length: 8 }, (_, n) =>
      direct.request('/api/contact', {
        method: 'POST',
        json: visitor,
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
        from: '192.0.2.9',
      }),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(direct.db.select().from(contacts).all()).toHaveLength(5);
    direct.remove();
  });

  /** An address in a network of its own. */
  const elsewhere = (n: number) => `198.${18 + (n >> 8)}.${n & 255}.1`;

  it.each([
    ['of one /24 beyond twenty', 20, (n: number) => `192.0.2.${n}`],
    ['of one /56 beyond twenty', 20, (n: number) => `2001:db8:1:23${n + 10}::1`],
    ['of one /48 beyond forty', 40, (n: number) => `2001:db8:1:${n + 10}00::1`],
  ])('%s an hour are refused, whatever addresses they come from', async (_, most, from) => {
    for (let n = 0; n < most; n += 1) expect((await send({}, from(n))).status).toBe(201);
    const response = await send({}, from(most));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await readAnswer(errorBody, response)).toEqual({
      code: 'too_many_requests',
      error: 'Er komen nu te veel berichten binnen. Probeer het later opnieuw.',
    });
    expect((await send({}, '203.0.113.1')).status).toBe(201);
    t.pass(60 * MINUTE);
    expect((await send({}, from(most))).status).toBe(201);
  });

  it('in one hour are mailed one by one up to sixty, then counted in one mail an hour later', async () => {
    for (let n = 0; n < 60; n += 1) await send({}, elsewhere(n));
    t.pass(30 * MINUTE);
    for (let n = 60; n < 70; n += 1) expect((await send({}, elsewhere(n))).status).toBe(201);
    t.pass(45 * MINUTE);
    // Mails are free again, but the digest still waits: it counts this one too.
    await send({}, elsewhere(70));
    expect([rows().length, mails().length]).toEqual([71, 61]);
    const [digest] = mails().filter(({ subject }) => subject === DIGEST_SUBJECT);
    expect(digest).toMatchObject({ recipient: mailed.CONTACT_TO, replyToAddress: null });
    expect(digest?.body).toContain('Aantal / Number: 11\n');
    expect(digest?.body).not.toMatch(/Noor|Spam/);
    expect((digest?.nextAt ?? 0) - (digest?.createdAt ?? 0)).toBe(60 * MINUTE);
    t.pass(15 * MINUTE);
    await send({}, elsewhere(71));
    expect(mails()).toHaveLength(62);
  });

  const fill = (number: number, spam: boolean) => {
    const row = { ...visitor, phone: null, spam, submittedAt: t.deps.now() };
    t.db.transaction((tx) => {
      for (let n = 0; n < number; n += 1)
        tx.insert(contacts)
          .values({ ...row, id: `filled-${n}` })
          .run();
    });
  };
  const spamRows = () => rows().filter(({ spam }) => spam);

  it('in one day go to the spam folder beyond five thousand, with the usual answer and a digest', async () => {
    fill(MESSAGES_PER_DAY - 1, false);
    expect((await send()).status).toBe(201);
    expect([spamRows().length, mails().length]).toEqual([0, 1]);
    const response = await send({ name: 'Late' }, elsewhere(1));
    expect([response.status, await response.json()]).toEqual([201, { ok: true }]);
    expect(spamRows()).toMatchObject([{ name: 'Late', status: 'new' }]);
    expect(mails()[1]?.body).toMatch(/Number: 1\n[\s\S]*map Spam[\s\S]*spam folder/);
    t.pass(DAY);
    await send({ name: 'Tomorrow' });
    expect(rows().at(-1)).toMatchObject({ name: 'Tomorrow', spam: false });
  });

  it('leave a bounded spam folder: the oldest that nobody opened goes', async () => {
    fill(QUARANTINE_KEPT, true);
    t.db.update(contacts).set({ status: 'read' }).where(eq(contacts.id, 'filled-0')).run();
    t.pass(DAY);
    for (let n = 0; n < 3; n += 1) await send({ fillMs: 1 }, elsewhere(n));
    expect(rows()).toHaveLength(QUARANTINE_KEPT + 1);
    const kept = new Set(rows().map(({ id }) => id));
    expect(['filled-0', 'filled-1', 'filled-2', 'filled-3'].map((id) => kept.has(id))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('that look like spam take no room of people', async () => {
    fill(SPAM_PER_DAY, true);
    expect((await send({ fillMs: 1 })).status).toBe(201);
    expect(rows()).toHaveLength(SPAM_PER_DAY);
    expect((await send()).status).toBe(201);
    expect(rows()).toHaveLength(SPAM_PER_DAY + 1);
  });

  it('leave a bounded number of counters behind', async () => {
    for (let n = 0; n < 50; n += 1) await send({}, elsewhere(n));
    // Its own slot, that of its /24, and one for its mail.
    expect(t.db.select().from(throttles).all()).toHaveLength(150);
    t.pass(61 * MINUTE);
    await send({}, '203.0.113.1');
    const kept = t.db.select().from(throttles).all();
    expect(kept.filter(({ bucket }) => !bucket.startsWith('contact-mail:'))).toHaveLength(2);
  });
});

describe('the page without script', () => {
  it('is led on to the thanks after its message was stored', async () => {
    const message = 'Eerste regel\r\n\r\nDerde regel & meer';
    const response = await postForm({ ...visitor, phone: '', website: '', message });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/bericht-verzonden',
    ]);
    expect(rows()).toMatchObject([
      { message: 'Eerste regel\n\nDerde regel & meer', phone: null, spam: false },
    ]);
    expect(mails()).toHaveLength(1);
  });

  it('may send its form in parts as well', async () => {
    const part = ([name, value]: [string, string]) =>
      `--grens\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${Object.entries(visitor).map(part).join('')}--grens--\r\n`;
    const response = await post(body, 'multipart/form-data; boundary=grens');
    expect(response.status).toBe(303);
    expect(rows()).toMatchObject([visitor]);
  });

  it('counts the characters of a message as a script does', async () => {
    const message = `${'x\r\n'.repeat(2499)}xx`;
    expect((await postForm({ ...visitor, message })).status).toBe(303);
    expect(rows()[0]?.message).toHaveLength(5000);
  });

  it('is led on after what looks like spam, too', async () => {
    const response = await postForm({ ...visitor, website: 'x' });
    expect([response.status, rows()[0]?.spam]).toEqual([303, true]);
  });

  it('gets its words back in a page when something is wrong with them, and nothing runs there', async () => {
    const name = '"><script>alert(1)</script>';
    const message = '</textarea><img src=x onerror=alert(1)>';
    const response = await postForm({ name, email: 'noor@', message, phone: '06' });
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(page).toContain('<p role="alert">Vul een geldig e-mailadres in.</p>');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page).toContain('\n&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;</textarea>');
    expect(page).toContain('value="noor@"');
    expect(page).not.toMatch(/<script|<img/);
    expect(rows()).toEqual([]);
  });

  it('is told in Dutch when it has to wait, with its words', async () => {
    for (let n = 0; n < 5; n += 1) expect((await postForm(visitor)).status).toBe(303);
    const response = await postForm(visitor);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '600']);
    const page = await response.text();
    expect(page).toContain('Je hebt al een paar berichten gestuurd.');
    expect(page).toContain('Mag ik een afdruk van de ree?');
  });

  it('is told in Dutch when the server fails, and nothing of why', async () => {
    t.db.$client.exec('ALTER TABLE contacts RENAME TO lost');
    const response = await postForm(visitor);
    expect(response.status).toBe(500);
    const page = await response.text();
    expect(page).toContain('Er is iets misgegaan. Probeer het opnieuw.');
    expect(page).not.toMatch(/contacts|sqlite|Something/i);
  });

  it.each([
    ['a field that appears twice', `${new URLSearchParams(visitor)}&email=jan@example.nl`],
    ['a field nobody asked for', `${new URLSearchParams(visitor)}&status=replied`],
    ['a field of the name __proto__', `${new URLSearchParams(visitor)}&__proto__=x`],
    ['nothing', ''],
  ])('is refused %s', async (_, body) => {
    expect((await post(body)).status).toBe(400);
    expect(rows()).toEqual([]);
  });

  it.each([
    [
      'a file',
      '--g\r\nContent-Disposition: form-data; name="message"; filename="a"\r\n\r\nx\r\n--g--\r\n',
      400,
    ],
    ['parts without an end', '--g\r\nContent-Disposition: form-data; name="name"\r\n\r\nx', 400],
    ['more than 64 kB', `--g\r\n${'x'.repeat(64 * 1024)}`, 413],
  ])('is refused %s', async (_, body, status) => {
    const response = await post(body, 'multipart/form-data; boundary=g');
    expect([response.status, rows()]).toEqual([status, []]);
  });

  it('is under the same guard as every call: no form of another site gets in (T6)', async () => {
    const origins: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4321' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of origins)
      for (const type of [URLENCODED, 'multipart/form-data; boundary=g']) {
        const body = new URLSearchParams(visitor).toString();
        const init = { method: 'POST', body, headers: { ...headers, 'content-type': type } };
        expect((await t.request('/api/contact', init)).status).toBe(403);
      }
    expect(rows()).toEqual([]);
  });
});
