/** The user's own passkeys: added, listed, renamed, removed (threats T4, T11, T13). */
import { generateKeyPairSync } from 'node:crypto';
import { outbox, passkeys, sessions } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { refusal } from '#testing/read-answer.ts';
import {
  addSoftPasskey,
  askOptions,
  coseOf,
  createSoftPasskey,
} from '#testing/soft-authenticator.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const PATH = '/api/admin/passkeys';

/** Sends a passkey that was made for options. */
const post = (credential: object, browser: string, cookie = t.cookie) => {
  const json = { name: 'MacBook', credential };
  return t.request(PATH, { method: 'POST', cookie, json, headers: { cookie: browser } });
};
const refused = { status: 400, code: 'invalid_input' };

it('asks for a resident key with user verification', async () => {
  const { options, browser } = await askOptions(t, 'add', { cookie: t.cookie });
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const { soft } = await addSoftPasskey(t, t.cookie);
  const again = await askOptions(t, 'add', { cookie: t.cookie });
  const known = { id: soft.get(options).id, type: 'public-key' };
  expect(again.options).toMatchObject({ excludeCredentials: [known] });
  expect(browser).toMatch(/^passkey=[\w-]{43}$/);
});

it('is added, listed, renamed and removed, with mails to its owner', async () => {
  const { id } = await addSoftPasskey(t, t.cookie);
  t.pass(1000);
  const listed = await (await t.send('GET', PATH)).json();
  const createdAt = '2026-05-31T12:00:00.000Z';
  expect(listed).toEqual([{ id, name: 'MacBook', createdAt, lastUsedAt: null }]);
  expect((await t.send('PATCH', `${PATH}/${id}`, { name: ' ' })).status).toBe(400);
  const renamed = await t.send('PATCH', `${PATH}/${id}`, { name: 'iPhone van Eva' });
  expect(await renamed.json()).toMatchObject({ id, name: 'iPhone van Eva' });
  expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(204);
  expect(t.rows(passkeys)).toEqual([]);
  expect(t.audits('action', 'actor', 'summary')).toEqual([
    ['create', 'eva', 'MacBook'],
    ['update', 'eva', 'iPhone van Eva'],
    ['delete', 'eva', 'iPhone van Eva'],
  ]);
  const bodies = t.rows(outbox).map(({ recipient, body }) => [recipient, body]);
  expect(bodies).toEqual([
    ['eva@example.nl', expect.stringContaining('Er is een passkey toegevoegd')],
    ['eva@example.nl', expect.stringContaining('Er is een passkey verwijderd')],
  ]);
});

it('belongs to one user: others can’t see, rename or remove it', async () => {
  const { id } = await addSoftPasskey(t, t.cookie);
  const other = t.signInAs('admin', 'jan').cookie;
  expect(await (await t.send('GET', PATH, undefined, other)).json()).toEqual([]);
  expect((await t.send('PATCH', `${PATH}/${id}`, { name: 'x' }, other)).status).toBe(404);
  expect((await t.send('DELETE', `${PATH}/${id}`, undefined, other)).status).toBe(404);
  expect(t.rows(passkeys)).toMatchObject([{ id, name: 'MacBook' }]);
});

it('is refused as the eleventh of a user', async () => {
  const late = await askOptions(t, 'add', { cookie: t.cookie });
  for (let i = 0; i < 10; i += 1) await addSoftPasskey(t, t.cookie);
  const reason = 'too_many_passkeys?n=10';
  const options = await t.send('POST', `${PATH}/options`);
  expect(await refusal(options)).toMatchObject({ ...refused, reason });
  const made = await post(createSoftPasskey().create(late.options), late.browser);
  expect(await refusal(made)).toMatchObject({ ...refused, reason });
  expect(t.rows(passkeys)).toHaveLength(10);
});

const rsa = (modulusLength: number, publicExponent = 65_537) =>
  coseOf(generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey);
const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');
const ZEROS = '00'.repeat(32);

describe('a key', () => {
  it.each([
    ['for ES256', undefined],
    ['for EdDSA', generateKeyPairSync('ed25519')],
    ['for RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('%s opens the account', async (_, keys) => {
    const { soft } = await addSoftPasskey(t, t.cookie, createSoftPasskey(keys && { keys }));
    const { options, browser } = await askOptions(t, 'sign-in');
    const call = { method: 'POST', json: soft.get(options), headers: { cookie: browser } };
    expect((await t.request('/api/auth/passkey', call)).status).toBe(200);
  });

  it.each([
    ['of RSA with a modulus of one byte', hex('a4 01 03 03 390100 20 41 0f 21 43 010001')],
    ['of RSA with 1024 bits', rsa(1024)],
    ['of RSA with an exponent of 3', rsa(2048, 3)],
    ['of RSA without an exponent', hex('a3 01 03 03 390100 20 41 0f')],
    ['of a point beside the curve', hex(`a5 01 02 03 26 20 01 21 5820 ${ZEROS} 22 5820 ${ZEROS}`)],
    ['of another curve', hex(`a5 01 02 03 26 20 08 21 5820 ${ZEROS} 22 5820 ${ZEROS}`)],
    ['of Ed25519 that is too short', hex('a4 01 01 03 27 20 06 21 41 01')],
    ['of another kind than its algorithm', hex('a4 01 03 03 26 20 41 0f 21 43 010001')],
  ])('%s is refused', async (_, cose) => {
    const { options, browser } = await askOptions(t, 'add', { cookie: t.cookie });
    const answer = await post(createSoftPasskey({ cose }).create(options), browser);
    expect(await refusal(answer)).toMatchObject({ ...refused, reason: 'passkey_weak' });
    expect([t.rows(passkeys), t.rows(outbox)]).toEqual([[], []]);
  });
});

describe('is not added', () => {
  it.each([
    ['for another address', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['as an answer to a sign-in', { type: 'webauthn.get' }],
    ['without a finger, a face or a PIN', { unverified: true }],
    ['for a challenge of its own', { challenge: 'A'.repeat(75) }],
  ])('%s', async (_, twist) => {
    const { options, browser } = await askOptions(t, 'add', { cookie: t.cookie });
    const answer = await post(createSoftPasskey().create(options, twist), browser);
    expect(await refusal(answer)).toMatchObject({ ...refused, reason: 'passkey_not_added' });
    expect([t.rows(passkeys), t.rows(outbox)]).toEqual([[], []]);
  });

  it('twice for one challenge, late, in another browser, or in another session', async () => {
    const { options, browser } = await askOptions(t, 'add', { cookie: t.cookie });
    const made = () => createSoftPasskey().create(options);
    const { cookie } = t.signInAs('admin', 'jan');
    expect((await post(made(), browser, cookie)).status).toBe(400);
    expect((await post(made(), '')).status).toBe(400);
    expect((await post(made(), `passkey=${'A'.repeat(43)}`)).status).toBe(400);
    expect((await post(made(), browser)).status).toBe(201);
    expect((await post(made(), browser)).status).toBe(400);
    const late = await askOptions(t, 'add', { cookie: t.cookie });
    t.pass(5 * 60_000);
    expect((await post(createSoftPasskey().create(late.options), late.browser)).status).toBe(400);
    expect(t.rows(passkeys)).toHaveLength(1);
    const signIn = await askOptions(t, 'sign-in');
    const asked = { ...signIn.options, user: { id: 'AAAA' } };
    expect((await post(createSoftPasskey().create(asked), signIn.browser)).status).toBe(400);
  });

  it('to a second account, nor twice to one', async () => {
    const { soft } = await addSoftPasskey(t, t.cookie);
    const { cookie } = t.signInAs('admin', 'jan');
    for (const who of [t.cookie, cookie])
      await expect(addSoftPasskey(t, who, soft)).rejects.toThrow('passkey_not_added');
    expect(t.rows(passkeys)).toMatchObject([{ userId: t.user.id }]);
  });

  it('to a session that ends while it is verified', async () => {
    const { options, browser } = await askOptions(t, 'add', { cookie: t.cookie });
    const answer = post(createSoftPasskey().create(options), browser);
    await new Promise((done) => setImmediate(done));
    t.db.delete(sessions).run();
    expect((await answer).status).toBe(401);
    expect([t.rows(passkeys), t.rows(outbox)]).toEqual([[], []]);
  });
});
