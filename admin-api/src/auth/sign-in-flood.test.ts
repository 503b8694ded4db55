/** Fifty wrong sign-ins at once, with the real hashing, over the wire (fault L4). */
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deviceCookieOf, trySignIn } from '#testing/accounts.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { startTestServer, type TestServer, type WireAnswer } from '#testing/test-server.ts';
import { hashPassword, verifyPassword } from './password.ts';

const FLOOD = 50;

const hashes = vi.hoisted(() => ({ running: 0, most: 0, all: 0, held: Promise.resolve() }));
// The real hashing, counted.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  const verify: typeof argon2.verify = async (...input) => {
    hashes.all += 1;
    hashes.running += 1;
    hashes.most = Math.max(hashes.most, hashes.running);
    try {
      await hashes.held;
      return await argon2.verify(...input);
    } finally {
      hashes.running -= 1;
    }
  };
  return { ...argon2, verify };
});

/** Tries whose hash runs or waits. */
const tries = { now: 0, most: 0 };
const verify: typeof verifyPassword = async (hash, password) => {
  tries.now += 1;
  tries.most = Math.max(tries.most, tries.now);
  return verifyPassword(hash, password).finally(() => {
    tries.now -= 1;
  });
};

let t: TestApp;
let server: TestServer;
let device: string;
beforeAll(async () => {
  t = await createTestApp({ environment: { TRUSTED_PROXY: 'loopback' }, passwords: { verify } });
  const { id, username } = t.addUser('admin', 'eva');
  const passwordHash = await hashPassword(`password of ${username}`);
  t.db.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
  server = await startTestServer(t);
  device = deviceCookieOf(await trySignIn(t, 'eva', { from: '203.0.113.1' }));
});
afterAll(async () => {
  await server.close();
  t.remove();
});
beforeEach(() => {
  Object.assign(hashes, { running: 0, most: 0, all: 0 });
  Object.assign(tries, { now: 0, most: 0 });
});

function login(from: string, username: string, password: string, cookie?: string) {
  const body = Buffer.from(JSON.stringify({ username, password }));
  return server.send('/api/auth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': from,
      ...(cookie !== undefined && { cookie }),
    },
    chunks: [body],
  });
}

/** All of them at once; `during` runs while their hashes do, `letGo` once the first is turned away. */
async function flood<T>(
  net: string,
  nameOf: (i: number) => string,
  during: () => Promise<T>,
  letGo?: () => void,
) {
  const answers = Array.from({ length: FLOOD }, (_, i) => login(`${net}.${i}`, nameOf(i), 'wrong'));
  await expect.poll(() => tries.now).toBeGreaterThan(0);
  const meanwhile = await during();
  const left = tries.now;
  if (letGo) await Promise.race(answers);
  letGo?.();
  return { answers: await Promise.all(answers), meanwhile, left };
}

/** Every answer is a refusal; how many were checked. */
function countChecked(answers: WireAnswer[]): number {
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('2');
    expect(body).toContain('"code":"too_many_requests"');
  }
  const checked = answers.filter(({ status }) => status === 401).length;
  expect(checked + refused.length).toBe(FLOOD);
  expect(hashes.all).toBeGreaterThanOrEqual(checked);
  return checked;
}

it('hashes two at a time, turns most away, and answers others meanwhile', async () => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  hashes.held = promise;
  const { answers, left, meanwhile } = await flood(
    '10.0.0',
    (i) => `stranger${i}`,
    () => server.send('/api/settings'),
    letGo,
  );
  expect(meanwhile.status).toBe(200);
  // It had not to wait for the hashes: some were still to come.
  expect(left).toBeGreaterThan(0);
  const checked = countChecked(answers);
  expect(checked).toBeGreaterThanOrEqual(24);
  expect(checked).toBeLessThan(FLOOD);
  expect(hashes.most).toBe(2);
  expect(tries.most).toBeLessThanOrEqual(24);
});

it('hashes one at a time for one name, and its owner comes in from a known browser', async () => {
  const { answers, meanwhile } = await flood(
    '10.0.2',
    () => 'eva',
    () => login('203.0.113.3', 'eva', 'password of eva', device),
  );
  expect(meanwhile.status).toBe(200);
  expect(countChecked(answers)).toBeLessThan(FLOOD);
  // The flood one by one, and the owner beside it.
  expect(hashes.most).toBeLessThanOrEqual(2);
  expect(tries.most).toBeLessThanOrEqual(2);
});
