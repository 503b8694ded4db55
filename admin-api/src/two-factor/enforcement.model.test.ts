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
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertSession } from '#auth/session.repository.ts';
import { hashSessionSecret } from '#auth/session-cookie.ts';
import { type Code, createAccessModel } from '#testing/access-model.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';

/** Has a sign that no code has. */
const WRONG = 'OOOOOOOO';
/** The same sequences each time: luck must not decide whether a corner is reached. */
const SEED = 1;
const RUNS = 240;
const STEPS = 40;

let t: TestApp;
let eva: ReturnType<TestApp['addUser']>;
let other: ReturnType<TestApp['addUser']>;
beforeAll(async () => {
  t = await createTestApp();
  // Nothing here is about power cuts.
  t.db.$client.pragma('synchronous = OFF');
  eva = t.addUser('admin', 'eva');
  other = t.addUser('admin', 'other');
  await addTwoFactor(t, other.id);
});
afterAll(() => t.remove());

/** As before anything happened, at a later moment. */
function reset(): void {
  t.pass(48 * 3_600_000);
  for (const table of [sessions, devices, throttles, auditLog, outbox]) t.db.delete(table).run();
  t.db.delete(backupCodes).where(eq(backupCodes.userId, eva.id)).run();
  const secrets = { totpSecret: null, pendingTotpSecret: null, totpStep: null };
  const blank = { ...secrets, twoFactorAt: null, status: 'active' } as const;
  t.db.update(users).set(blank).where(eq(users.id, eva.id)).run();
  t.db.update(settings).set({ enforce2fa: false }).run();
}

/** Cookie of a new session of the other admin: the clock may have ended any earlier one. */
function otherCookie(): string {
  const secret = crypto.randomUUID();
  const now = t.deps.now();
  const session = { idHash: hashSessionSecret(secret), userId: other.id, confirmedAt: now };
  insertSession(t.db, session, now);
  return `__Host-sid=${secret}`;
}

/** The browser of eva: what it was told and keeps. */
function createBrowser() {
  let cookie = '';
  /** Secrets to scan, and those of them that came to count. */
  const [shown, counting, sets]: [string[], string[], string[][]] = [[], [], []];
  const kept = <T>(list: T[], old: boolean) => list.at(old ? -2 : -1);
  const totp = (secret: string | undefined, off: number) =>
    secret === undefined
      ? WRONG
      : generateSync({ secret, epoch: Math.floor(t.deps.now() / 1000) + 30 * off });

  const call = async (method: string, url: string, json?: unknown) => {
    const response = await t.request(url, { method, cookie, ...(json !== undefined && { json }) });
    const [session] = response.headers.getSetCookie();
    if (session !== undefined) cookie = session.split(';')[0] ?? '';
    const body: unknown = response.status === 200 ? await response.json() : null;
    return { status: response.status, body };
  };
  return {
    call,
    text: (code: Code, secrets = counting): string | undefined => {
      if (code.kind === 'none') return undefined;
      if (code.kind === 'wrong') return WRONG;
      if (code.kind === 'totp') return totp(kept(secrets, code.old), code.off);
      return kept(sets, code.old)?.[code.index] ?? WRONG;
    },
    shown,
    learn: (body: unknown, url: string) => {
      const setup = twoFactorSetup.safeParse(body);
      if (setup.success) shown.push(setup.data.secret);
      const codes = backupCodesAnswer.safeParse(body);
      if (!codes.success) return;
      sets.push(codes.data.backupCodes);
      if (url.endsWith('/verify')) counting.push(shown.at(-1) ?? '');
    },
  };
}

type Browser = ReturnType<typeof createBrowser>;
type Model = ReturnType<typeof createAccessModel>;
/** Does a thing; answers the status the app gave and the one the model expects. */
type Step = (browser: Browser, model: Model) => Promise<[number, number]>;

const named = (name: string, step: Step) =>
  Object.assign(step, { [fc.toStringMethod]: () => name });

const totpCode = fc.record({
  kind: fc.constant('totp' as const),
  off: fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 1, 2),
  old: fc.constantFrom(false, false, false, false, true),
});
const code: fc.Arbitrary<Code> = fc.oneof(
  { weight: 5, arbitrary: totpCode },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('backup' as const),
      // Few, so that they come again.
      index: fc.nat(2),
      old: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Code>({ kind: 'wrong' }) },
);
const noCode: Code = { kind: 'none' };
const always = <T>(value: T) => fc.constant(value);

const post =
  (url: string, json: (browser: Browser) => unknown, expected: (model: Model) => number): Step =>
  async (browser, model) => {
    const { status, body } = await browser.call('POST', url, json(browser));
    browser.learn(body, url);
    return [status, expected(model)];
  };
const now = () => t.deps.now();

const login = fc
  .tuple(fc.constantFrom(true, true, true, true, false), fc.oneof(always(noCode), code, code))
  .map(([right, code]) =>
    named(
      `login(${right}, ${JSON.stringify(code)})`,
      post(
        '/api/auth/login',
        (browser) => ({
          username: 'eva',
          password: right ? 'password of eva' : 'wrong',
          twoFactorCode: browser.text(code),
        }),
        (model) => model.login(right, code, now()),
      ),
    ),
  );
const confirm = fc
  .tuple(fc.constantFrom(true, true, true, false), fc.oneof(always(noCode), code, code))
  .map(([right, code]) =>
    named(
      `confirm(${right}, ${JSON.stringify(code)})`,
      post(
        '/api/auth/confirm',
        (browser) => ({
          password: right ? 'password of eva' : 'wrong',
          code: browser.text(code),
        }),
        (model) => model.confirm(right, code, now()),
      ),
    ),
  );
const withCode = (name: 'verify' | 'disable') => (code: Code) =>
  named(
    `${name}(${JSON.stringify(code)})`,
    post(
      `/api/2fa/${name}`,
      (browser) => ({ token: browser.text(code, name === 'verify' ? browser.shown : undefined) }),
      (model) => model[name](code, now()),
    ),
  );
const setUp = named(
  'setUp',
  post(
    '/api/2fa/setup',
    () => undefined,
    (model) => model.setUp(now()),
  ),
);
const regenerate = named(
  'regenerate',
  post(
    '/api/2fa/regenerate-backup-codes',
    () => undefined,
    (model) => model.regenerate(now()),
  ),
);
const logout = named(
  'logout',
  post(
    '/api/auth/logout',
    () => undefined,
    (model) => model.logout(),
  ),
);
const enforce = (value: boolean) =>
  named(`enforce(${value})`, async (browser, model) => {
    const { status } = await browser.call('PATCH', '/api/settings', { enforce2FA: value });
    return [status, model.enforce(value, now())];
  });
const otherEnforces = (value: boolean) =>
  named(`otherEnforces(${value})`, async (_, model) => {
    const init = { method: 'PATCH', cookie: otherCookie(), json: { enforce2FA: value } };
    const { status } = await t.request('/api/settings', init);
    return [status, model.otherEnforces(value)];
  });
const otherSetsActive = (active: boolean) =>
  named(`otherSetsActive(${active})`, async (_, model) => {
    const json = { status: active ? 'active' : 'inactive' };
    const init = { method: 'PATCH', cookie: otherCookie(), json };
    const { status } = await t.request(`/api/admin/users/${eva.id}`, init);
    return [status, model.otherSetsActive(active)];
  });
const pass = (minutes: number) =>
  named(`pass(${minutes} min)`, async () => {
    t.pass(minutes * 60_000);
    return [0, 0];
  });

const steps = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: login },
    { weight: 3, arbitrary: confirm },
    { weight: 3, arbitrary: always(setUp) },
    {
      weight: 6,
      arbitrary: fc.oneof({ weight: 5, arbitrary: totpCode }, code).map(withCode('verify')),
    },
    { weight: 2, arbitrary: code.map(withCode('disable')) },
    { weight: 1, arbitrary: always(regenerate) },
    { weight: 1, arbitrary: always(logout) },
    { weight: 2, arbitrary: fc.boolean().map(enforce) },
    { weight: 2, arbitrary: fc.boolean().map(otherEnforces) },
    { weight: 1, arbitrary: fc.constantFrom(true, true, false).map(otherSetsActive) },
    { weight: 3, arbitrary: fc.constantFrom(0.25, 0.5, 0.5, 1, 10, 400, 480, 900).map(pass) },
  ),
  { maxLength: STEPS, size: 'max' },
);

/** Calls that change nothing, whatever they are answered, and what each kind of session gets. */
const probes = [
  ['GET', '/api/auth/me', undefined, { anon: 401, setup: 200, full: 200 }],
  ['GET', '/api/publishing/releases', undefined, { anon: 401, setup: 403, full: 200 }],
  ['GET', '/api/admin/users', undefined, { anon: 401, setup: 403, full: 200 }],
  ['POST', '/api/2fa/disable', {}, { anon: 401, setup: 403, full: 400 }],
  ['POST', '/api/2fa/verify', {}, { anon: 401, setup: 400, full: 400 }],
] as const;

it(`agrees with the model in ${RUNS} runs of up to ${STEPS} steps`, async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(steps, async (sequence) => {
    reset();
    const [browser, model] = [createBrowser(), createAccessModel()];
    for (const step of sequence) {
      // Waits have tests of their own.
      t.db.delete(throttles).run();
      const [status, expected] = await step(browser, model);
      expect(status).toBe(expected);
      const who = model.who(now());
      seen.add(`${who} ${String(status)} ${fc.stringify(step).split('(')[0]}`);
      for (const [method, url, json, statuses] of probes) {
        const found = await browser.call(method, url, json);
        const isAsked = url === '/api/2fa/disable' && who === 'full' && !model.isConfirmed(now());
        expect([url, found.status]).toEqual([url, isAsked ? 403 : statuses[who]]);
        if (url !== '/api/auth/me' || who === 'anon') continue;
        expect('requires2FASetup' in Object(found.body)).toBe(who === 'setup');
      }
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  // It went to every corner, also those that take a few lucky steps.
  for (const corner of [
    'full 200 login',
    'setup 200 login',
    'full 200 verify',
    'full 200 disable',
    'full 204 confirm',
    'full 403 regenerate',
    'full 409 disable',
    'full 200 regenerate',
    'full 200 enforce',
    'full 403 enforce',
    'setup 200 otherEnforces',
    'anon 200 otherSetsActive',
  ])
    expect([corner, seen.has(corner)]).toEqual([corner, true]);
});
