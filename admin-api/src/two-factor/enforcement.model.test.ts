/** Random sequences against the app and a model of it: no way around two-factor (threat T10). */
import { backupCodesAnswer, twoFactorSetup } from '@veldlicht/contract/two-factor';
import {
  auditLog,
  backupCodes,
  devices,
  outbox,
  sessions,
  settings,
  throttles,
  users,
} from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSession } from '#auth/sessions.ts';
import { addTwoFactor } from '#testing/accounts.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

/** Fixed, so that luck does not decide which cases are reached. */
const SEED = 1;
const RUNS = roundsOf('access', 16);
const STEPS = 40;
const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Has a character that codes lack. */
const WRONG = 'OOOOOOOO';

/** `off`: time steps from now; `old`: of a replaced secret or set. */
type Code =
  | { kind: 'none' }
  | { kind: 'wrong' }
  | { kind: 'totp'; off: number; old: boolean }
  | { kind: 'backup'; index: number; old: boolean };
type Step =
  | { do: 'login' | 'confirm'; right: boolean; code: Code }
  | { do: 'verify' | 'disable'; code: Code }
  | { do: 'setup' | 'regenerate' | 'logout' }
  | { do: 'enforce' | 'otherEnforces' | 'otherSetsActive'; value: boolean }
  | { do: 'pass'; minutes: number };

/** Product decisions §1 and §3 for one browser of one admin, independent of the code. */
function createModel() {
  const is = { active: true, enforced: false, on: false, pending: false };
  let session: { from: number; seen: number; confirmed: number } | null = null;
  let [lastStep, used] = [-1, new Set<number>()];
  const isNear = (code: Code) => code.kind === 'totp' && !code.old && Math.abs(code.off) <= 1;
  const stepOf = (code: Code, now: number) =>
    Math.floor(now / 30_000) + (code.kind === 'totp' ? code.off : 0);
  /** Uses a code up; false when it is invalid. */
  const takes = (code: Code, now: number): boolean => {
    if (code.kind === 'backup' && !code.old && !used.has(code.index)) return !!used.add(code.index);
    if (!isNear(code) || stepOf(code, now) <= lastStep) return false;
    lastStep = stepOf(code, now);
    return true;
  };
  const enter = (now: number, confirmed = now) => {
    session = { from: now, seen: now, confirmed };
    return 200;
  };
  /** Who the browser is at this moment. */
  const who = (now: number): 'anon' | 'setup' | 'full' => {
    const isIn = session && now - session.from < 24 * HOUR && now - session.seen < 8 * HOUR;
    if (!session || !is.active || !isIn) return 'anon';
    if (now - session.seen >= MINUTE) session.seen = now;
    return is.enforced && !is.on ? 'setup' : 'full';
  };
  const isConfirmed = (now: number) => session !== null && now - session.confirmed < 10 * MINUTE;
  const full = (now: number, answer: () => number) =>
    ({ anon: () => 401, setup: () => 403, full: answer })[who(now)]();
  const confirmed = (now: number, answer: () => number) =>
    full(now, () => (isConfirmed(now) ? answer() : 403));
  const turnOff = () => {
    Object.assign(is, { on: false, pending: false });
    return 200;
  };
  const expected = (step: Step, now: number): number => {
    switch (step.do) {
      case 'login':
        if (!step.right || !is.active) return 401;
        if (is.on && step.code.kind === 'none') return 200;
        return !is.on || takes(step.code, now) ? enter(now) : 401;
      case 'confirm':
        if (!session || who(now) === 'anon' || !step.right) return 401;
        if (is.on && step.code.kind === 'none') return 400;
        if (is.on && !takes(step.code, now)) return 401;
        session.confirmed = now;
        return 204;
      case 'setup':
        if (who(now) === 'anon') return 401;
        if (!isConfirmed(now)) return 403;
        is.pending = true;
        return 200;
      case 'verify':
        if (!session || who(now) === 'anon') return 401;
        if (!is.pending) return 409;
        if (!isNear(step.code)) return 400;
        lastStep = stepOf(step.code, now);
        Object.assign(is, { on: true, pending: false });
        used = new Set();
        return enter(now, session.confirmed);
      case 'disable':
        return confirmed(now, () => {
          if (is.enforced || !is.on) return 409;
          return takes(step.code, now) ? turnOff() : 400;
        });
      case 'regenerate':
        return confirmed(now, () => {
          if (is.on) used = new Set();
          return is.on ? 200 : 409;
        });
      case 'enforce':
        return full(now, () => {
          if (step.value !== is.enforced && !isConfirmed(now)) return 403;
          if (step.value && !is.enforced && !is.on) return 403;
          is.enforced = step.value;
          return 200;
        });
      case 'logout':
        session = null;
        return 204;
      case 'otherEnforces':
        is.enforced = step.value;
        return 200;
      case 'otherSetsActive':
        if (is.active !== step.value) session = null;
        is.active = step.value;
        return 200;
      case 'pass':
        return 0;
    }
  };
  return { who, isConfirmed, expected };
}

let t: TestApp;
let eva: ReturnType<TestApp['addUser']>;
let other: ReturnType<TestApp['addUser']>;
beforeAll(async () => {
  t = await createTestApp();
  eva = t.addUser('admin', 'eva');
  other = t.addUser('admin', 'other');
  await addTwoFactor(t, other.id);
});
afterAll(() => t.remove());

/** Resets the state, at a later time. */
function reset(): void {
  t.pass(48 * HOUR);
  for (const table of [sessions, devices, throttles, auditLog, outbox]) t.db.delete(table).run();
  t.db.delete(backupCodes).where(eq(backupCodes.userId, eva.id)).run();
  const secrets = { totpSecret: null, pendingTotpSecret: null, totpStep: null };
  const blank = { ...secrets, twoFactorAt: null, status: 'active' } as const;
  t.db.update(users).set(blank).where(eq(users.id, eva.id)).run();
  t.db.update(settings).set({ enforce2fa: false }).run();
}

/** A call by the other admin, with a new session: the clock may have ended any earlier one. */
async function callOfOther(method: string, url: string, json: unknown): Promise<number> {
  const now = t.deps.now();
  const secret = startSession(t.db, { userId: other.id, confirmedAt: now }, undefined, now);
  return (await t.request(url, { method, json, cookie: `sid=${secret}` })).status;
}

/** Eva's browser, with the secrets and codes it received. */
function createBrowser() {
  let cookie = '';
  /** Secrets to scan, those of them that came to count, and sets of backup codes. */
  const [shown, counting, sets]: [string[], string[], string[][]] = [[], [], []];
  const kept = <T>(list: T[], old: boolean) => list.at(old ? -2 : -1);
  const call = async (method: string, url: string, json?: unknown) => {
    const response = await t.request(url, { method, cookie, ...(json !== undefined && { json }) });
    const [session] = response.headers.getSetCookie();
    if (session !== undefined) cookie = session.split(';')[0] ?? '';
    const body: unknown = response.status === 200 ? await response.json() : null;
    const setup = twoFactorSetup.safeParse(body);
    if (setup.success) shown.push(setup.data.secret);
    const codes = backupCodesAnswer.safeParse(body);
    if (codes.success) sets.push(codes.data.backupCodes);
    if (codes.success && url.endsWith('/verify')) counting.push(shown.at(-1) ?? '');
    return { status: response.status, body };
  };
  const text = (code: Code, secrets = counting): string | undefined => {
    if (code.kind === 'none') return undefined;
    if (code.kind === 'wrong') return WRONG;
    if (code.kind === 'backup') return kept(sets, code.old)?.[code.index] ?? WRONG;
    const secret = kept(secrets, code.old);
    const epoch = Math.floor(t.deps.now() / 1000) + 30 * code.off;
    return secret === undefined ? WRONG : generateSync({ secret, epoch });
  };
  const does = async (step: Step): Promise<number> => {
    const post = async (url: string, json?: unknown) => (await call('POST', url, json)).status;
    switch (step.do) {
      case 'login':
      case 'confirm': {
        const password = step.right ? 'password of eva' : 'wrong';
        const code = text(step.code);
        return step.do === 'confirm'
          ? post('/api/auth/confirm', { password, code })
          : post('/api/auth/login', { username: 'eva', password, twoFactorCode: code });
      }
      case 'verify':
        return post('/api/2fa/verify', { token: text(step.code, shown) });
      case 'disable':
        return post('/api/2fa/disable', { token: text(step.code) });
      case 'setup':
        return post('/api/2fa/setup');
      case 'regenerate':
        return post('/api/2fa/regenerate-backup-codes');
      case 'logout':
        return post('/api/auth/logout');
      case 'enforce':
        return (await call('PATCH', '/api/settings', { enforce2FA: step.value })).status;
      case 'otherEnforces':
        return callOfOther('PATCH', '/api/settings', { enforce2FA: step.value });
      case 'otherSetsActive': {
        const status = step.value ? 'active' : 'inactive';
        return callOfOther('PATCH', `/api/admin/users/${eva.id}`, { status });
      }
      case 'pass':
        t.pass(step.minutes * MINUTE);
        return 0;
    }
  };
  return { call, does };
}

const totp = fc.record({
  kind: fc.constant('totp' as const),
  off: fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 1, 2),
  old: fc.constantFrom(false, false, false, false, true),
});
const backup = fc.record({
  kind: fc.constant('backup' as const),
  // Few, so that they recur.
  index: fc.nat(2),
  old: fc.constantFrom(false, false, false, true),
});
const code: fc.Arbitrary<Code> = fc.oneof(
  { weight: 5, arbitrary: totp },
  { weight: 3, arbitrary: backup },
  { weight: 1, arbitrary: fc.constant<Code>({ kind: 'wrong' }) },
);
const anyCode = fc.oneof(fc.constant<Code>({ kind: 'none' }), code, code);
const right = fc.constantFrom(true, true, true, true, false);
const minutes = fc.constantFrom(0.25, 0.5, 0.5, 1, 10, 400, 480, 900);
const kindsOfSteps: [number, fc.Arbitrary<Step>][] = [
  [7, fc.record({ do: fc.constant('login' as const), right, code: anyCode })],
  [3, fc.record({ do: fc.constant('confirm' as const), right, code: anyCode })],
  [3, fc.constant({ do: 'setup' })],
  [6, fc.record({ do: fc.constant('verify' as const), code: fc.oneof(totp, totp, totp, code) })],
  [2, fc.record({ do: fc.constant('disable' as const), code })],
  [1, fc.constant({ do: 'regenerate' })],
  [1, fc.constant({ do: 'logout' })],
  [2, fc.record({ do: fc.constant('enforce' as const), value: fc.boolean() })],
  [2, fc.record({ do: fc.constant('otherEnforces' as const), value: fc.boolean() })],
  [1, fc.record({ do: fc.constant('otherSetsActive' as const), value: right })],
  [3, fc.record({ do: fc.constant('pass' as const), minutes })],
];
const weighted = kindsOfSteps.map(([weight, arbitrary]) => ({ weight, arbitrary }));
const steps = fc.array(fc.oneof(...weighted), { maxLength: STEPS, size: 'max' });

/** Calls that change nothing, whatever they are answered, and what each kind of session gets. */
const probes = [
  ['GET', '/api/auth/me', undefined, { anon: 401, setup: 200, full: 200 }],
  ['GET', '/api/admin/users', undefined, { anon: 401, setup: 403, full: 200 }],
  ['POST', '/api/2fa/disable', {}, { anon: 401, setup: 403, full: 400 }],
  ['POST', '/api/2fa/verify', {}, { anon: 401, setup: 400, full: 400 }],
] as const;

it(`agrees with the model in ${RUNS} runs of up to ${STEPS} steps`, async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(steps, async (sequence) => {
    reset();
    const [browser, model] = [createBrowser(), createModel()];
    for (const step of sequence) {
      // Waits have tests of their own.
      t.db.delete(throttles).run();
      const status = await browser.does(step);
      const now = t.deps.now();
      expect(status).toBe(model.expected(step, now));
      const who = model.who(now);
      seen.add(`${who} ${status} ${step.do}`);
      for (const [method, url, json, statuses] of probes) {
        const found = await browser.call(method, url, json);
        const isAsked = url === '/api/2fa/disable' && who === 'full' && !model.isConfirmed(now);
        expect([url, found.status]).toEqual([url, isAsked ? 403 : statuses[who]]);
        if (url !== '/api/auth/me' || who === 'anon') continue;
        expect('requires2FASetup' in Object(found.body)).toBe(who === 'setup');
      }
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  // It went to every corner, also those that take a few lucky steps.
  for (const corner of [
    'full 200 login',
    'setup 200 login',
    'full 200 verify',
    'full 200 disable',
    'full 204 confirm',
    'full 409 disable',
    'full 200 regenerate',
    'full 200 enforce',
    'full 403 enforce',
    'setup 200 otherEnforces',
    'anon 200 otherSetsActive',
  ])
    expect([corner, seen.has(corner)]).toEqual([corner, true]);
  keepFigures('access', { runs: RUNS });
});
