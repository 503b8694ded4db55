/** After every action of an account, no secret is in the database, its copies, or the log (T24). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { invitationAnswer } from '@veldlicht/contract/access-link';
import { backupCodesAnswer, twoFactorSetup } from '@veldlicht/contract/two-factor';
import { adminUser } from '@veldlicht/contract/user';
import { outbox, settings } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { passwords } from '#auth/password.ts';
import { bodyOf } from '#mail/outbox.ts';
import { addTwoFactor } from '#testing/accounts.ts';
import { BUILD_TOKEN, ciVariables } from '#testing/ci-build.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { readTwoFactorKey } from '#two-factor/secrets.ts';
import { readSecret } from './secret-file.ts';

const FIRST = 'zilverreiger-in-de-mist';
const SECOND = 'ijsvogel-boven-de-beek';
const WRONG = 'blauwborst-op-het-riet';
const MAIL_PASSWORD = 'grutto-in-het-natte-gras';
const WRONG_TOKEN = 'wielewaal-in-de-populieren-0123456789';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let t: TestApp;
let admin: string;
/** What must be nowhere, by what it is. */
const secrets: [string, string | Buffer][] = [];
const keep = (name: string, ...found: string[]) =>
  void secrets.push(...found.map((secret): [string, string] => [name, secret]));

/** Decodes base32. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Every way a secret may have been written down. */
function formsOf(secret: string | Buffer): Buffer[] {
  const raw = Buffer.from(secret);
  const hex = raw.toString('hex');
  const base64 = raw.toString('base64').replace(/=+$/, '');
  const texts = [hex, hex.toUpperCase(), base64, raw.toString('base64url')];
  return [raw, ...texts.map((text) => Buffer.from(text))];
}

async function call(url: string, cookie: string, json?: unknown, method = 'POST') {
  const response = await t.request(url, { method, cookie, ...(json !== undefined && { json }) });
  const cookies = response.headers.getSetCookie().map((header) => header.split(';')[0] ?? '');
  keep('cookie', ...cookies.map((each) => each.split('=')[1] ?? '').filter(Boolean));
  return { response, cookie: cookies.join('; ') };
}

const login = (password: string, twoFactorCode?: string, cookie = '') =>
  call('/api/auth/login', cookie, { username: 'iris', password, twoFactorCode });

/** An account's life, from its making to its deletion. */
async function live(): Promise<void> {
  const person = { username: 'iris', email: 'iris@example.nl', role: 'editor', password: FIRST };
  const { response } = await call('/api/admin/users', admin, person);
  const { id } = await readAnswer(adminUser, response);
  keep('password', FIRST, SECOND, WRONG);
  await login(WRONG);
  await call('/api/auth/login', '', { username: WRONG, password: FIRST });
  t.db.update(settings).set({ enforce2fa: true }).run();
  const half = (await login(FIRST)).cookie;
  await call('/api/2fa/setup', half);
  const setup = await readAnswer(twoFactorSetup, (await call('/api/2fa/setup', half)).response);
  keep('secret of the app in base32', setup.secret);
  secrets.push(['secret of the app', bytesOf(setup.secret)]);
  const token = () => generateSync({ secret: setup.secret, epoch: t.deps.now() / 1000 });
  const verified = await call('/api/2fa/verify', half, { token: token() });
  const { backupCodes: first } = await readAnswer(backupCodesAnswer, verified.response);
  t.pass(60_000);
  await login(FIRST, 'WRONGONE', verified.cookie);
  const whole = (await login(FIRST, token(), verified.cookie)).cookie;
  await call('/api/2fa/disable', whole, { token: first[0] });
  const renewed = await call('/api/2fa/regenerate-backup-codes', whole);
  const { backupCodes: second } = await readAnswer(backupCodesAnswer, renewed.response);
  keep('backup code', ...first, ...second);
  const changed = await call('/api/auth/password', whole, {
    currentPassword: FIRST,
    newPassword: SECOND,
  });
  expect(changed.response.status).toBe(204);
  const last = (await login(SECOND, second[0])).cookie;
  const ticket = await call('/api/objects/upload', last);
  const { uploadURL } = (await ticket.response.json()) as { uploadURL: string };
  keep('signature', new URL(uploadURL).searchParams.get('signature') ?? '');
  await t.request(uploadURL.replace(ORIGIN, ''), { method: 'PUT', body: 'x' });
  t.db.update(settings).set({ enforce2fa: false }).run();
  expect((await call('/api/2fa/disable', last, { token: second[1] })).response.status).toBe(200);
  await call('/api/auth/logout', last);
  const gone = await call(`/api/admin/users/${id}`, admin, { status: 'inactive' }, 'PATCH');
  expect(gone.response.status).toBe(200);
  await login(SECOND);
  const vera = { ...person, username: 'vera', email: 'vera@example.nl', password: SECOND };
  expect((await call('/api/admin/users', admin, vera)).response.status).toBe(201);
}

/** Mail set up in the panel, an invitation passed on by hand, and a reset whose mail waits. */
async function mailAndLinks(): Promise<void> {
  const person = { username: 'noor', email: 'noor@example.nl', role: 'viewer' };
  const invited = await call('/api/admin/invitations', admin, person);
  const { link } = await readAnswer(invitationAnswer, invited.response);
  const token = link?.split('#')[1] ?? '';
  keep('link', token);
  const server = { host: '127.0.0.1', port: 1, encryption: 'auto', username: 'iris' };
  keep('mail password', MAIL_PASSWORD);
  const json = { server: { ...server, password: MAIL_PASSWORD, sender: 'site@example.nl' } };
  expect((await call('/api/admin/mail', admin, json, 'PATCH')).response.status).toBe(200);
  expect((await call('/api/admin/mail/test', admin, json)).response.status).toBe(200);
  const used = { token, password: FIRST };
  expect((await call('/api/auth/link/password', '', used)).response.status).toBe(204);
  await call('/api/auth/reset', '', { name: 'noor' });
  const mail = await vi.waitUntil(() => t.rows(outbox).find(({ sealed }) => sealed));
  keep('link', /#(\S{43})/.exec(bodyOf(mail, t.deps.secrets.mail))?.[1] ?? '');
}

/** A CI job downloads its snapshot, and an attacker guesses its token. */
async function build(): Promise<void> {
  for (const token of [BUILD_TOKEN, WRONG_TOKEN])
    await t.request('/api/build/snapshot', { headers: { authorization: `Bearer ${token}` } });
}

/** The database fails during calls with secrets, to test what is logged. */
async function breakDown(): Promise<void> {
  t.db.$client.exec('ALTER TABLE users RENAME TO lost');
  expect((await login(SECOND, '123456')).response.status).toBe(500);
  expect((await call('/api/2fa/setup', admin)).response.status).toBe(500);
  t.db.$client.exec('ALTER TABLE lost RENAME TO users; ALTER TABLE sessions RENAME TO lost');
  const vera = { username: 'vera', password: SECOND };
  expect((await call('/api/auth/login', '', vera)).response.status).toBe(500);
  t.db.$client.exec('ALTER TABLE lost RENAME TO sessions; ALTER TABLE ci_builds RENAME TO lost');
  await build();
}

beforeAll(async () => {
  // The same kind of hash as the real one; what it costs is not the point here.
  const hashWith = (text: string, salt: Buffer) =>
    hash(text, { memoryCost: 1024, timeCost: 1, parallelism: 1, salt });
  t = await createTestApp({ environment: ciVariables, passwords: { ...passwords, hashWith } });
  t.deps.log.level = 'debug';
  const { secrets: folder } = t.folder;
  t.deps.secrets.uploads = readSecret(folder, 'upload-signing');
  t.deps.secrets.twoFactor = readTwoFactorKey(t.db, folder);
  t.deps.secrets.mail = readSecret(folder, 'mail');
  secrets.push(['upload key', t.deps.secrets.uploads], ['2fa key', t.deps.secrets.twoFactor]);
  secrets.push(['mail key', t.deps.secrets.mail]);
  const eva = t.signInAs('admin', 'eva');
  admin = eva.cookie;
  keep('cookie', eva.secret);
  const factor = await addTwoFactor(t, eva.user.id);
  keep('backup code', ...factor.backupCodes);
  keep('secret of the app in base32', factor.secret);
  await live();
  await mailAndLinks();
  keep('build token', BUILD_TOKEN, WRONG_TOKEN);
  await build();
  await t.db.$client.backup(path.join(t.folder.root, 'copy.db'));
  await breakDown();
});
afterAll(() => t.remove());

/** Everything that stays behind, by name. */
function traces(): [string, Buffer][] {
  const files = [t.file, `${t.file}-wal`, path.join(t.folder.root, 'copy.db')];
  const logged = Buffer.from(t.logged.join(''));
  return [
    ...files.map((file): [string, Buffer] => [path.basename(file), readFileSync(file)]),
    ['log', logged],
  ];
}

it('finds a planted text in each of them', () => {
  const [database, wal, copy, log] = traces().map(([, bytes]) => bytes);
  // Writes before a checkpoint are in the WAL only.
  expect(
    Buffer.concat([database ?? Buffer.alloc(0), wal ?? Buffer.alloc(0)]).includes('iris'),
  ).toBe(true);
  expect(wal?.length).toBeGreaterThan(0);
  expect(copy?.includes('iris@example.nl')).toBe(true);
  expect(copy?.includes('$argon2id$')).toBe(true);
  expect(log?.includes('no sign-in')).toBe(true);
  expect(log?.includes('unexpected error')).toBe(true);
});

it('looked for every kind of secret', () => {
  const kinds = new Map<string, number>();
  for (const [name] of secrets) kinds.set(name, (kinds.get(name) ?? 0) + 1);
  expect(Object.fromEntries(kinds)).toMatchObject({
    password: 3,
    'backup code': 30,
    'secret of the app': 1,
    'secret of the app in base32': 2,
    'upload key': 1,
    '2fa key': 1,
    'mail key': 1,
    'mail password': 1,
    'build token': 2,
    link: 2,
    signature: 1,
  });
  expect(kinds.get('cookie')).toBeGreaterThanOrEqual(8);
});

it('finds no secret in any form in the database, its log of writes, a copy, or what was logged', () => {
  const found = traces().flatMap(([place, bytes]) =>
    secrets
      .filter(([, secret]) => formsOf(secret).some((form) => bytes.includes(form)))
      .map(([name]) => `${name} in ${place}`),
  );
  expect(found).toEqual([]);
});

it('has logged no address of our own disk and no statement with its values', () => {
  for (const line of t.logged) expect(line).not.toMatch(/params|argon2id/);
});

it('keeps the keys and the database for our eyes only', () => {
  const mode = (file: string) => statSync(file).mode & 0o777;
  expect(mode(t.folder.secrets)).toBe(0o700);
  for (const name of readdirSync(t.folder.secrets))
    expect([name, mode(path.join(t.folder.secrets, name))]).toEqual([name, 0o600]);
  for (const file of [t.file, `${t.file}-wal`, `${t.file}-shm`])
    expect([file, mode(file)]).toEqual([file, 0o600]);
});
