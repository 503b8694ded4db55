/** `npm run user` as the site builder runs it: a process on a data folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '@veldlicht/database/new-id';
import {
  auditLog,
  backupCodes,
  devices,
  outbox,
  sessions,
  uploads,
  users,
} from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#auth/password.ts';

const PASSWORD = 'een oud en lang wachtwoord';
const OLDER = /^This database was made by an older version .*\n$/;
const NEWER = /^This database was made by a newer version .*\n$/;
const SECRET = 'v1.sealed-secret-of-eva';

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());

async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: t.folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, out, err };
}

/** An account with everything that a sign-in leaves behind, and one beside it. */
async function addUsers() {
  const now = Date.now();
  const passwordHash = await hashPassword(PASSWORD);
  const add = (username: string, twoFactor: boolean) => {
    const id = newId();
    t.db
      .insert(users)
      .values({
        id,
        username,
        email: `${username.toLowerCase()}@example.nl`,
        role: twoFactor ? 'admin' : 'editor',
        passwordHash,
        createdAt: now,
        ...(twoFactor && { totpSecret: SECRET, totpStep: 7, twoFactorAt: now, lastLoginAt: 0 }),
      })
      .run();
    t.db.insert(backupCodes).values({ id: newId(), userId: id, codeHash: 'hash' }).run();
    t.db
      .insert(sessions)
      .values({ idHash: `session-${id}`, userId: id, createdAt: now, lastSeenAt: now })
      .run();
    t.db
      .insert(devices)
      .values({ id: `device-${id}`, idHash: `secret-${id}`, userId: id, lastSeenAt: now })
      .run();
    const ticket = { userId: id, state: 'issued' as const, expiresAt: now + 1e6, createdAt: now };
    t.db
      .insert(uploads)
      .values({ ...ticket, key: `upload-${id}` })
      .run();
    return id;
  };
  return { eva: add('Éva', true), jan: add('jan', false) };
}

/** Whose rows are there in each table that grants access. */
function accessOf() {
  const ids = (rows: { userId: string }[]) => rows.map(({ userId }) => userId);
  return {
    sessions: ids(t.db.select().from(sessions).all()),
    devices: ids(t.db.select().from(devices).all()),
    uploads: ids(t.db.select().from(uploads).all()),
  };
}

const only = (id: string) => ({ sessions: [id], devices: [id], uploads: [id] });
const user = (id: string) =>
  t.db
    .select()
    .from(users)
    .all()
    .find((row) => row.id === id);
const audit = () => t.db.select().from(auditLog).all();
const printedPassword = (out: string) =>
  /^Password {3}(\S+) {3}\(shown this once\)$/m.exec(out)?.[1] ?? '';

/** Every byte below the data folder. */
function bytesOnDisk(): string {
  const names = readdirSync(t.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
    .join('\n');
}

describe('list', () => {
  it('prints a table without any secret, and logs nothing', async () => {
    await addUsers();
    const { code, out, err } = await run(['list']);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'USERNAME   EMAIL            ROLE     STATUS   2FA   LAST LOGIN',
      'Éva        éva@example.nl   admin    active   yes   1970-01-01 00:00 UTC',
      'jan        jan@example.nl   editor   active   no    never',
      '',
    ]);
    expect(audit()).toEqual([]);
  });

  it('prints nothing that moves the cursor', async () => {
    await addUsers();
    t.db
      .update(users)
      .set({ username: sql`${users.username} || char(27) || '[2J'` })
      .run();
    expect((await run(['list'])).out).not.toContain('\u001B');
  });
});

describe('create', () => {
  it('makes an account whose printed password signs in, and keeps that password nowhere', async () => {
    const { code, out, err } = await run(['create', 'eva', 'eva@example.nl', '--role', 'editor']);
    expect([code, err]).toEqual([0, '']);
    const password = printedPassword(out);
    expect(password).toMatch(/^(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
    expect(out).toBe(`Created eva (editor).\nPassword   ${password}   (shown this once)\n`);
    const [made] = t.db.select().from(users).all();
    expect(made).toMatchObject({
      username: 'eva',
      email: 'eva@example.nl',
      role: 'editor',
      status: 'active',
    });
    expect(await verifyPassword(made?.passwordHash ?? null, password)).toBe(true);
    expect(bytesOnDisk()).not.toContain(password);
    expect(audit()).toMatchObject([
      {
        actor: 'npm run user',
        actorId: null,
        action: 'create',
        entity: 'user',
        entityId: made?.id,
        summary: 'eva',
      },
    ]);
    expect(t.db.select().from(outbox).all()).toEqual([]);
  });

  it('refuses names and addresses that are taken, in any case, and changes nothing', async () => {
    await addUsers();
    const name = await run(['create', 'ÉVA', 'new@example.nl']);
    expect(name).toEqual({ code: 1, out: '', err: 'There is a user Éva already.\n' });
    const address = await run(['create', 'new', 'JAN@example.nl']);
    expect(address).toMatchObject({ code: 1, out: '' });
    expect(address.err).toBe('jan has the address JAN@example.nl already.\n');
    expect(t.db.select().from(users).all()).toHaveLength(2);
    expect(audit()).toEqual([]);
  });
});

describe('reset-password', () => {
  it('gives a new password, ends every access of that account, and leaves two-factor alone', async () => {
    const { eva, jan } = await addUsers();
    const before = user(eva);
    const { code, out, err } = await run(['reset-password', 'éVA']);
    expect([code, err]).toEqual([0, '']);
    const password = printedPassword(out);
    const after = user(eva);
    expect(after).toEqual({ ...before, passwordHash: after?.passwordHash });
    expect(await verifyPassword(after?.passwordHash ?? null, password)).toBe(true);
    expect(await verifyPassword(after?.passwordHash ?? null, PASSWORD)).toBe(false);
    expect(t.db.select().from(backupCodes).all()).toHaveLength(2);
    expect(accessOf()).toEqual(only(jan));
    expect(audit()).toMatchObject([
      { actor: 'npm run user', action: 'reset-password', entity: 'account', entityId: eva },
    ]);
    expect(bytesOnDisk()).not.toContain(password);
    for (const secret of [SECRET, '$argon2']) expect(out).not.toContain(secret);
  });

  it('queues a notice to the account itself, which does not hold the password', async () => {
    const { jan } = await addUsers();
    const { out } = await run(['reset-password', 'jan']);
    const mails = t.db.select().from(outbox).all();
    expect(mails).toMatchObject([
      { recipient: 'jan@example.nl', subject: expect.stringContaining('new password set') },
    ]);
    expect(mails[0]?.body).not.toContain(printedPassword(out));
    t.db.update(users).set({ status: 'inactive' }).run();
    expect((await run(['reset-password', 'jan'])).out).toContain('This account is inactive');
    expect(user(jan)?.status).toBe('inactive');
  });
});

describe('reset-2fa', () => {
  it('takes the second factor and every access away, and leaves the password', async () => {
    const { eva, jan } = await addUsers();
    const before = user(eva);
    const { code, out, err } = await run(['reset-2fa', 'éva']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('Éva signs in with the password alone now; all sessions have ended.\n');
    const none = { totpSecret: null, totpStep: null, twoFactorAt: null };
    expect(user(eva)).toEqual({ ...before, ...none });
    expect(t.db.select().from(backupCodes).all()).toMatchObject([{ userId: jan }]);
    expect(accessOf()).toEqual(only(jan));
    expect(audit()).toMatchObject([
      { actor: 'npm run user', action: 'reset-2fa', entity: 'account', entityId: eva },
    ]);
  });

  it('queues a notice, and refuses an account without two-factor', async () => {
    await addUsers();
    t.db.update(users).set({ email: 'jan@work.example' }).where(sql`totp_step = 7`).run();
    await run(['reset-2fa', 'Éva']);
    expect(t.db.select().from(outbox).all()).toMatchObject([
      { recipient: 'jan@work.example', subject: expect.stringContaining('two-factor') },
    ]);
    const { code, err } = await run(['reset-2fa', 'jan']);
    expect([code, err]).toEqual([1, 'jan has no two-factor authentication.\n']);
    expect(accessOf().sessions).toHaveLength(1);
  });
});

describe('unlock', () => {});

describe('what goes wrong', () => {
  it.each([
    [['reset-password', 'piet'], 'There is no user piet.\n'],
    [['reset-2fa', 'piet'], 'There is no user piet.\n'],
    [['unlock', 'piet\u001B[2J\nx'], 'There is no user piet [2J x.\n'],
    [['remove', 'jan'], /^There is no command remove; .*\n$/],
    [['create', 'eva', 'eva@example.nl', '--role', 'owner'], /^There is no role owner; .*\n$/],
  ])('is said in one line with exit code 1: %j', async (args, line) => {
    await addUsers();
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([1, '']);
    if (typeof line === 'string') expect(err).toBe(line);
    else expect(err).toMatch(line);
    expect(audit()).toEqual([]);
  });

  it('shows how it is used, with exit code 2 unless it was asked for', async () => {
    const misuse = await run(['unlock']);
    expect([misuse.code, misuse.out]).toEqual([2, '']);
    expect(misuse.err).toMatch(/^Write it so: unlock NAME\n\nUsage: npm run user/);
    const help = await run(['--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toMatch(/^Usage: npm run user/);
  });

  it('names the folder when there is no database yet, and makes none', async () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'veldlicht-empty-'));
    for (const args of [['list'], ['create', 'eva', 'eva@example.nl']]) {
      const { code, err } = await run(args, { DATA_DIR: empty });
      expect(code).toBe(1);
      expect(err).toBe(
        `There is no database in ${empty} yet. Run npm start once first, or set DATA_DIR.\n`,
      );
    }
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
  });

  it('takes a relative folder from the root of the project, as npm start does', async () => {
    const root = path.join(import.meta.dirname, '../../..');
    const { err } = await run(['list'], { DATA_DIR: './data-that-is-not-there' });
    expect(err).toContain(path.join(root, 'data-that-is-not-there'));
  });

  it.each([
    ['older', sql`DELETE FROM migrations WHERE rowid = (SELECT max(rowid) FROM migrations)`],
    ['very old', sql`DROP TABLE migrations`],
    ['newer', sql`INSERT INTO migrations VALUES ('of tomorrow', 0)`],
  ])('refuses the database of a version that is %s', async (age, statement) => {
    t.db.run(statement);
    const { code, out, err } = await run(['create', 'eva', 'eva@example.nl']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(age === 'newer' ? NEWER : OLDER);
    expect(t.db.select().from(users).all()).toEqual([]);
  });

  it('says in one line that the file is no database, or a variable is wrong', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-broken-'));
    writeFileSync(path.join(folder, 'veldlicht.db'), 'something else '.repeat(1000));
    const broken = await run(['list'], { DATA_DIR: folder });
    expect([broken.code, broken.err]).toEqual([
      1,
      "The database can't be used: file is not a database.\n",
    ]);
    rmSync(folder, { recursive: true });
    const wrong = await run(['list'], { PORT: 'many' });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^The configuration is wrong: PORT: .*\n$/);
  });
});

it('waits for a server that is writing', async () => {
  await addUsers();
  t.db.$client.exec('BEGIN IMMEDIATE');
  const running = run(['unlock', 'jan']);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  t.db.$client.exec('COMMIT');
  expect(await running).toMatchObject({ code: 0, out: 'jan can try to sign in again.\n' });
});
