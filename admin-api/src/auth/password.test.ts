import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';
import { createWorkQueue } from './work-queue.ts';

it('hashes with argon2id at least as strong as 19456 KiB and 2 passes, and a fresh salt', async () => {
  const [a, b] = await Promise.all([hashPassword('lentebos'), hashPassword('lentebos')]);
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(a) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(a).not.toBe(b);
});

it('knows the right password from a wrong one, to the last letter', async () => {
  const hash = await hashPassword('é'.repeat(128));
  expect(await verifyPassword(hash, 'é'.repeat(128))).toBe(true);
  expect(await verifyPassword(hash, `${'é'.repeat(127)}e`)).toBe(false);
});

it('does the same work for nobody, and says no', async () => {
  expect(await verifyPassword(null, 'lentebos')).toBe(false);
});

it('runs two at once, lets some wait, and refuses the rest at once (L4)', async () => {
  const queue = createWorkQueue({ running: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((go) => release.push(go));
    running -= 1;
  };
  const tasks = Array.from({ length: 5 }, () => queue(task));
  await expect(queue(task)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 2 });
  for (let i = 0; i < 5; i += 1) {
    while (release.length === 0) await Promise.resolve();
    release.shift()?.();
    await tasks[i];
  }
  expect([most, running]).toEqual([2, 0]);
  const failing = queue(async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  const last = queue(task);
  release.shift()?.();
  await last;
});
