/** `npm run user`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { backupCodes, devices, outbox, sessions, uploads, users } from '@veldlicht/database/schema';
import { quickModules } from '@veldlicht/scripts/programs';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberDevice } from '#auth/known-browsers.ts';
import { verifyPassword } from '#auth/password.ts';
import { addTwoFactor } from '#testing/accounts.ts';
import { useTestApp, type World } from '#testing/test-app.ts';
import { runCommandLine } from './command-line.ts';
import { CommandError, readCommand, UsageError } from './read-command.ts';
import { runCommand } from './users.commands.ts';

const t = useTestApp();
let jan: ReturnType<World['signInAs']>;
/** Éva has a session, a device, an upload and a second factor; jan is a bystander. */
beforeEach(async () => {
  t.db.update(users).set({ username: 'Éva', lastLoginAt: 0 }).run();
  jan = t.signInAs('editor', 'jan');
  for (const [{ id }, cookie] of [
    [t.user, t.cookie],
    [jan.user, jan.cookie],
  ] as const) {
    rememberDevice(t.db, id, undefined, t.deps.now());
    await addTwoFactor(t, id);
    await t.send('POST', '/api/objects/upload', undefined, cookie);
  }
  t.db.update(users).set({ twoFactorAt: null }).where(eq(users.id, jan.user.id)).run();
});

/** Runs a command in this process; returns what it prints. */
async function run(...args: string[]): Promise<string> {
  const command = readCommand(args);
  if (command.name === 'help') throw new Error('not a command of its own');
  return (await runCommand(t.db, command, t.deps.now())).join('\n');
}
/** Runs a command line in this process. */
const typed = (args: string[], environment: Record<string, string> = {}) =>
  runCommandLine(args, { DATA_DIR: t.folder.root, ...environment });
/** Runs a command line as a process. */
async function spawned(...args: string[]) {
  const program = [quickModules, path.join(import.meta.dirname, 'main.ts')];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: t.folder.root },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, out, err };
}

const rowOf = (id: string) => t.rows(users).find((row) => row.id === id);
const audits = () => t.audits('actor', 'action', 'entity', 'entityId');
const mails = () => t.rows(outbox).map(({ recipient, body }) => [recipient, body]);
/** The users who still have sessions, devices and uploads. */
const accessOf = () =>
  [sessions, devices, uploads].map((table) => t.rows(table).map(({ userId }) => userId));
const printedPassword = (out: string) =>
  /^Password {3}((?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}) {3}\(shown this once\)$/m.exec(out)?.[1] ?? '';
const BUILDER = 'npm run user';

it('lists accounts as a table without secrets or control characters', async () => {
  expect((await run('list')).split('\n')).toEqual([
    'USERNAME   EMAIL            ROLE     STATUS   2FA   LAST LOGIN',
    'Éva        eva@example.nl   admin    active   yes   1970-01-01 00:00 UTC',
    'jan        jan@example.nl   editor   active   no    never',
  ]);
  t.db.run(sql`UPDATE users SET username = username || char(27) || '[2J'`);
  expect(await run('list')).not.toContain('\u001B');
  expect(audits()).toEqual([]);
});

it('creates an account whose printed password signs in and is stored nowhere', async () => {
  const { code, out, err } = await spawned('create', 'bo', 'bo@example.nl', '--role', 'editor');
  const password = printedPassword(out);
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`Created bo (editor).\nPassword   ${password}   (shown this once)\n`);
  const made = t.rows(users).find(({ username }) => username === 'bo');
  expect(made).toMatchObject({ email: 'bo@example.nl', role: 'editor', status: 'active' });
  expect(await verifyPassword(made?.passwordHash ?? null, password)).toBe(true);
  for (const file of [t.file, `${t.file}-wal`])
    expect(readFileSync(file).includes(password)).toBe(false);
  expect([audits(), mails()]).toEqual([[[BUILDER, 'create', 'user', made?.id]], []]);
});

it('resets the password, ends all access of that account, and keeps two-factor', async () => {
  const before = rowOf(t.user.id);
  const out = await run('reset-password', 'éVA');
  const password = printedPassword(out);
  const after = rowOf(t.user.id);
  expect(after).toEqual({ ...before, passwordHash: after?.passwordHash });
  expect(await verifyPassword(after?.passwordHash ?? null, password)).toBe(true);
  expect(t.rows(backupCodes)).toHaveLength(20);
  expect(accessOf()).toEqual([[jan.user.id], [jan.user.id], [jan.user.id]]);
  expect(audits()).toEqual([[BUILDER, 'reset-password', 'account', t.user.id]]);
  expect(mails()).toEqual([['eva@example.nl', expect.stringContaining('set a new password')]]);
  expect(t.rows(outbox)[0]?.body).not.toContain(password);
  t.db.update(users).set({ status: 'inactive' }).run();
  expect(await run('reset-password', 'jan')).toContain('This account is inactive');
  expect(rowOf(jan.user.id)?.status).toBe('inactive');
});

it('removes the second factor, ends all access, and keeps the password', async () => {
  const before = rowOf(t.user.id);
  expect(await run('reset-2fa', 'éva')).toBe(
    'Éva signs in with the password alone now; all sessions have ended.',
  );
  const none = { totpSecret: null, totpStep: null, twoFactorAt: null, backupCodesUnsaved: false };
  expect(rowOf(t.user.id)).toEqual({ ...before, ...none });
  expect(new Set(t.rows(backupCodes).map(({ userId }) => userId))).toEqual(new Set([jan.user.id]));
  expect(accessOf()).toEqual([[jan.user.id], [jan.user.id], [jan.user.id]]);
  expect(audits()).toEqual([[BUILDER, 'reset-2fa', 'account', t.user.id]]);
  expect(mails()).toEqual([['eva@example.nl', expect.stringContaining('turned two-factor')]]);
});

it('unlocks an account, and waits for a server that is writing', async () => {
  t.db.$client.exec('BEGIN IMMEDIATE');
  const running = spawned('unlock', 'éva');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  t.db.$client.exec('COMMIT');
  expect(await running).toMatchObject({ code: 0, out: 'Éva can try to sign in again.\n' });
  expect(audits()).toEqual([[BUILDER, 'unlock', 'account', t.user.id]]);
});

describe('a command', () => {
  it('is parsed from its arguments', () => {
    const create = { name: 'create', username: 'eva', email: 'eva@example.nl' };
    expect(readCommand(['create', 'eva', 'eva@example.nl'])).toEqual({ ...create, role: 'viewer' });
    const withRole = ['create', '--role', 'admin', 'Éva', 'eva@example.nl'];
    expect(readCommand(withRole)).toMatchObject({ username: 'Éva', role: 'admin' });
    for (const args of [['help'], ['--help'], ['-h'], ['create', '--help']])
      expect(readCommand(args)).toEqual({ name: 'help' });
  });

  it.each([
    [[]],
    [['create', 'eva']],
    [['unlock', '']],
    [['unlock', 'eva', 'jan']],
    [['list', '--role', 'admin']],
    [['create', 'eva', 'eva@example.nl', '--role']],
  ])('is misuse: %j', (args) => expect(() => readCommand(args)).toThrow(UsageError));

  it.each([
    [['remove', 'eva'], 'There is no command remove'],
    [['create', 'bo', 'bo@example.nl', '--role', 'owner'], 'There is no role owner'],
    [
      ['create', 'bo de vries', 'bo@example.nl'],
      'Use letters, digits, dots, dashes or underscores',
    ],
    [['create', 'bo', 'bo@example'], 'Invalid email address: bo@example'],
    [['create', 'ÉVA', 'new@example.nl'], 'There is a user Éva already.'],
    [['create', 'new', 'JAN@example.nl'], 'jan has the address JAN@example.nl already.'],
    [['reset-password', 'piet'], 'There is no user piet.'],
    [['reset-2fa', 'jan'], 'jan has no two-factor authentication and no passkeys.'],
  ])('is refused, and changes nothing: %j', async (args, why) => {
    const failing = run(...args);
    await expect(failing).rejects.toThrow(CommandError);
    await expect(failing).rejects.toThrow(why);
    expect([t.rows(users).length, audits()]).toEqual([2, []]);
  });
});

describe('the terminal', () => {
  it('shows an error in one line with exit code 1, or the usage with 2', async () => {
    const unknown = { code: 1, out: '', err: 'There is no user piet [2J x.\n' };
    expect(await spawned('unlock', 'piet\u001B[2J\nx')).toEqual(unknown);
    const [misuse, help] = [await typed(['unlock']), await typed(['--help'])];
    expect([misuse.code, misuse.out]).toEqual([2, '']);
    expect(misuse.err).toMatch(/^Write it so: unlock NAME\n\nUsage: npm run user/);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toMatch(/^Usage: npm run user/);
    const wrong = await typed(['list'], { PORT: 'many' });
    expect(wrong.err).toMatch(/^The configuration is wrong: PORT: .*$/);
  });

  it('shows the folder when there is no database yet, and creates none', async () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'veldlicht-empty-'));
    const { code, err } = await typed(['list'], { DATA_DIR: empty });
    const told = `There is no database in ${empty} yet. Run npm start once first, or set DATA_DIR.`;
    expect([code, err, readdirSync(empty)]).toEqual([1, told, []]);
    // As npm start does: from the root of the project.
    const relative = await typed(['list'], { DATA_DIR: './data-that-is-not-there' });
    const root = path.join(import.meta.dirname, '../../..');
    expect(relative.err).toContain(path.join(root, 'data-that-is-not-there'));
    writeFileSync(path.join(empty, 'veldlicht.db'), 'something else '.repeat(1000));
    const broken = await typed(['list'], { DATA_DIR: empty });
    expect(broken.err).toBe("The database can't be used: file is not a database.");
    rmSync(empty, { recursive: true });
  });

  it('shows an error for the database of a newer version', async () => {
    t.db.run(sql`INSERT INTO migrations VALUES (printf('%064d', 1), 0)`);
    const { code, out, err } = await typed(['create', 'bo', 'bo@example.nl']);
    expect([code, out, t.rows(users).length]).toEqual([1, '', 2]);
    expect(err).toMatch(/^This database was made by a newer version .*$/);
  });
});
