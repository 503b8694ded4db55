/** Sign-in by passkey (threats T1–T7, T10). */
import { auditLog, outbox, passkeys, sessions, settings, users } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addTwoFactor,
  deviceCookieOf,
  sessionCookieOf,
  shutAccount,
  statusesOf,
  statusOfMe,
  times,
  trySignIn,
} from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import {
  addSoftPasskey,
  askOptions,
  createSoftPasskey,
  type SoftPasskey,
} from '#testing/soft-authenticator.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
/** Eva's passkey; her own session has ended. */
let soft: SoftPasskey;

beforeEach(async () => {
  ({ soft } = await addSoftPasskey(t, t.cookie));
  t.db.delete(sessions).run();
  t.db.delete(outbox).run();
});

const send = (proof: object, cookie: string, from = '192.0.2.1') =>
  t.request('/api/auth/passkey', { method: 'POST', json: proof, cookie, from });

interface Try {
  by?: SoftPasskey;
  twist?: Parameters<SoftPasskey['get']>[1];
  from?: string;
  /** Cookies beside that of the challenge. */
  cookie?: string;
}

async function signIn({ by = soft, twist, from, cookie = '' }: Try = {}): Promise<Response> {
  const { options, browser } = await askOptions(t, 'sign-in');
  return send(by.get(options, twist), `${browser}; ${cookie}`, from);
}
const refused = { status: 401, code: 'passkey_refused' };
const refusals = () => t.rows(auditLog).filter(({ action }) => action === 'sign-in-refused').length;

describe('lets in', () => {
  it('its owner: a full session, a known browser, and a line in the log', async () => {
    const answer = await signIn();
    expect(await answer.json()).toMatchObject({ user: { username: 'eva' } });
    const cookie = sessionCookieOf(answer);
    expect((await t.send('GET', '/api/admin/users', undefined, cookie)).status).toBe(200);
    expect(deviceCookieOf(answer)).toMatch(/=[\w-]{43}$/);
    expect(t.rows(passkeys)).toMatchObject([{ lastUsedAt: t.deps.now() }]);
    const facts = { address: '192.0.2.1', passkey: 'MacBook' };
    expect(t.rows(auditLog).at(-1)).toMatchObject({ actor: 'eva', action: 'sign-in', facts });
    // A passkey that was asked for a moment ago is as good as the password.
    const options = await t.send('POST', '/api/admin/passkeys/options', undefined, cookie);
    expect(options.status).toBe(200);
  });

  it('under a new session, and ends the one that the browser had (T4)', async () => {
    const old = sessionCookieOf(await signIn());
    const now = sessionCookieOf(await signIn({ cookie: old }));
    expect([await statusOfMe(t, old), await statusOfMe(t, now)]).toEqual([401, 200]);
  });

  it('without a code where two-factor is on: it is both factors', async () => {
    await addTwoFactor(t, t.user.id);
    t.db.update(settings).set({ enforce2fa: true }).run();
    const body = await (await signIn()).json();
    expect(body).toMatchObject({ user: { username: 'eva' }, backupCodesLeft: 10 });
    expect(body).not.toHaveProperty('requires2FASetup');
  });

  it('only as far as the set-up where two-factor is enforced and the password has none (T10)', async () => {
    t.db.update(settings).set({ enforce2fa: true }).run();
    const answer = await signIn();
    expect(await answer.json()).toMatchObject({ requires2FASetup: true });
    const users = await t.send('GET', '/api/admin/users', undefined, sessionCookieOf(answer));
    expect(await refusal(users)).toMatchObject({ code: 'two_factor_required' });
    expect(answer.headers.getSetCookie()).toHaveLength(1);
  });

  it('a known browser without a mail, an unknown one with', async () => {
    const device = deviceCookieOf(await signIn());
    t.db.delete(outbox).run();
    await signIn({ cookie: device });
    expect(t.rows(outbox)).toEqual([]);
    await signIn();
    expect(t.rows(outbox)).toMatchObject([{ recipient: 'eva@example.nl' }]);
  });

  it('any tab of a browser, whichever asked last', async () => {
    const first = await askOptions(t, 'sign-in');
    const second = await askOptions(t, 'sign-in', { headers: { cookie: first.browser } });
    expect(second.browser).toBe(first.browser);
    expect((await send(soft.get(first.options), second.browser)).status).toBe(200);
  });
});

it('replaces a browser cookie that is not of our form', async () => {
  const injected = [`${'A'.repeat(43)}%3B%20Domain%3Dexample.nl`, '%0D%0AX-Evil%3A%201'];
  for (const sent of ['A', ...injected]) {
    const headers = { cookie: `passkey=${sent}` };
    const { browser } = await askOptions(t, 'sign-in', { headers });
    expect(browser).toMatch(/^passkey=[\w-]{43}$/);
    expect(browser).not.toBe(`passkey=${'A'.repeat(43)}`);
  }
});

describe('refuses, always in the same words', () => {
  const others = createSoftPasskey();
  type Asked = Awaited<ReturnType<typeof askOptions>>;
  const after = (answer: (asked: Asked) => Promise<Response>) => async () =>
    answer(await askOptions(t, 'sign-in'));
  it.each<[string, () => Promise<Response> | Response]>([
    ['another address', () => signIn({ twist: { origin: 'https://evil.example' } })],
    ['another port', () => signIn({ twist: { origin: 'http://localhost:4322' } })],
    ['another site', () => signIn({ twist: { rpId: 'evil.example' } })],
    ['an answer to something else', () => signIn({ twist: { type: 'webauthn.create' } })],
    ['no finger, face or PIN', () => signIn({ twist: { unverified: true } })],
    ['another user handle', () => signIn({ twist: { userHandle: 'amFu' } })],
    ['a made-up challenge', () => signIn({ twist: { challenge: 'A'.repeat(75) } })],
    ['a passkey that nobody has', () => signIn({ by: others })],
    [
      'the key of another user',
      after(({ options, browser }) => {
        const { id, response } = soft.get(options);
        const { userHandle } = response;
        return send({ ...others.get(options, { userHandle }), id }, browser);
      }),
    ],
    [
      'a challenge without the browser it was made for',
      after(({ options }) => send(soft.get(options), '')),
    ],
    [
      'a challenge in another browser',
      after(async ({ options }) =>
        send(soft.get(options), (await askOptions(t, 'sign-in')).browser),
      ),
    ],
    [
      'a challenge of five minutes ago',
      after(({ options, browser }) => {
        t.pass(5 * 60_000);
        return send(soft.get(options), browser);
      }),
    ],
    [
      'a challenge from before the clock went back',
      after(({ options, browser }) => {
        t.pass(-1000);
        return send(soft.get(options), browser);
      }),
    ],
    [
      'a passkey that was removed',
      () => {
        t.db.delete(passkeys).run();
        return signIn();
      },
    ],
  ])('%s', async (_, call) => {
    const answer = await call();
    const body = await answer.clone().json();
    expect(await refusal(answer)).toMatchObject(refused);
    expect(body).toEqual({ error: expect.any(String), code: 'passkey_refused' });
    expect([t.rows(sessions), answer.headers.getSetCookie()]).toEqual([[], []]);
    expect(refusals()).toBe(1);
  });

  it('an answer that was given before (T7), also two at once, and a second one to a challenge', async () => {
    const { options, browser } = await askOptions(t, 'sign-in');
    const proof = soft.get(options);
    const both = await Promise.all([send(proof, browser), send(proof, browser)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await send(proof, browser)).status).toBe(401);
    expect((await send(soft.get(options), browser)).status).toBe(401);
  });

  it('a user who is deactivated while the signature is checked', async () => {
    const { options, browser } = await askOptions(t, 'sign-in');
    const answer = send(soft.get(options), browser);
    await new Promise((done) => setImmediate(done));
    t.db.update(users).set({ status: 'inactive' }).run();
    expect((await answer).status).toBe(401);
  });
});

describe('counts', () => {
  let key: SoftPasskey;
  beforeEach(async () => {
    t.db.delete(passkeys).run();
    const { cookie } = t.signInAs('admin', 'jan');
    key = createSoftPasskey({ counts: true });
    await addSoftPasskey(t, cookie, key);
    await signIn({ by: key, twist: { counter: 7 } });
    t.db.delete(outbox).run();
  });
  const counter = () => t.rows(passkeys)[0]?.counter;

  it.each([7, 6, 0])('never back from 7 to %s: refused, logged and mailed', async (sent) => {
    const answer = await signIn({ by: key, twist: { counter: sent } });
    expect(await refusal(answer)).toMatchObject(refused);
    expect(counter()).toBe(7);
    expect(t.logged.join()).toContain('the counter of a passkey went back');
    const [mail] = t.rows(outbox);
    expect(mail).toMatchObject({
      recipient: 'jan@example.nl',
      body: expect.stringMatching(
        /vanaf 192\.0\.2\.1 geprobeerd in te loggen .* “MacBook”\. Dat is geweigerd/,
      ),
    });
    expect(refusals()).toBe(1);
  });

  it('nothing where the counter stays at 0, as that of a synced passkey does', async () => {
    const { cookie } = t.signInAs('admin', 'els');
    const { soft: synced } = await addSoftPasskey(t, cookie);
    const statuses = await statusesOf(3, () => signIn({ by: synced }));
    expect(statuses).toEqual(times(3, 200));
  });
});

describe('is throttled as a sign-in (T1, T2)', () => {
  const wrong = () => signIn({ twist: { unverified: true } });

  it('by address: twenty failures, also in parallel, whatever succeeds in between; others can sign in', async () => {
    const device = deviceCookieOf(await signIn());
    const answers = await Promise.all(Array.from({ length: 19 }, () => wrong()));
    expect(answers.map(({ status }) => status)).toEqual(times(19, 401));
    expect((await signIn()).status).toBe(200);
    const more = await Promise.all(Array.from({ length: 5 }, () => wrong()));
    expect(more.filter(({ status }) => status === 401)).toHaveLength(1);
    for (const held of [await signIn(), await trySignIn(t, 'eva')]) expect(held.status).toBe(429);
    expect((await signIn({ cookie: device })).status).toBe(200);
    expect((await signIn({ from: '198.51.100.7' })).status).toBe(200);
    t.pass(10 * 60_000);
    expect((await signIn()).status).toBe(200);
  });

  it('but never blocks an account, and signs in to a blocked one: nobody guesses a signature', async () => {
    shutAccount(t, 'eva');
    expect((await trySignIn(t, 'eva', { from: '198.51.100.8' })).status).toBe(429);
    expect((await signIn({ from: '198.51.100.7' })).status).toBe(200);
    // Still blocked for passwords.
    expect((await trySignIn(t, 'eva', { from: '198.51.100.9' })).status).toBe(429);
  });
});
