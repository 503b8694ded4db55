/** Fifty sign-ins at once (load L4): hashes are queued, most attempts refused, and other requests answered. */
import { expect, it, vi } from 'vitest';
import { deviceCookieOf, times, trySignIn } from '#testing/accounts.ts';
import { useTestApp } from '#testing/test-app.ts';
import { verifyPassword } from './password.ts';

const hashes = vi.hoisted(() => ({ running: 0, most: 0, held: Promise.resolve() }));
vi.mock('@node-rs/argon2', () => ({
  verify: async (hash: string, password: string) => {
    hashes.running += 1;
    hashes.most = Math.max(hashes.most, hashes.running);
    await hashes.held;
    hashes.running -= 1;
    return hash === `hash:${password}`;
  },
}));

const FLOOD = 50;
const t = useTestApp({ passwords: { verify: verifyPassword } });

it.each([
  ['two at a time', (i: number) => `stranger${i}`, 2, 24],
  ['one at a time for one name', () => 'eva', 1, 33],
])('hashes %s, and the owner signs in from a known browser', async (_, nameOf, most, checked) => {
  const device = deviceCookieOf(await trySignIn(t, 'eva'));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  Object.assign(hashes, { most: 0, held: promise });
  const tries = Array.from({ length: FLOOD }, (_none, i) =>
    trySignIn(t, nameOf(i), { password: 'wrong', from: `10.0.0.${i}` }),
  );
  await expect.poll(() => hashes.running).toBe(most);
  expect((await t.request('/api/settings')).status).toBe(200);
  const refused = await Promise.race(tries);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  const owner = trySignIn(t, 'eva', { cookie: device, from: '203.0.113.3' });
  letGo();
  expect((await owner).status).toBe(200);
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...times(checked, 401), ...times(FLOOD - checked, 429)]);
  expect(hashes.most).toBeLessThanOrEqual(2);
});
