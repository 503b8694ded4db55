import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { cutGiant } from '@veldlicht/scripts/pictures/damaged-files';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

/** Parent and command line of a process of Linux; null when it is gone. */
function processFacts(pid: string): { parent: number; command: string } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]), command };
  } catch {
    return null;
  }
}

/** Process ids of the product's own programs. */
function childPids(product: RunningProduct, program: string): number[] {
  const parent = product.process.pid;
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const facts = processFacts(pid);
        return facts?.parent === parent && facts?.command.includes(program);
      })
      .map(Number);
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', program]);
  return stdout.toString().trim().split('\n').filter(Boolean).map(Number);
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function addPicture(client: ApiClient, seed: number, title: string, size = 640) {
  const picture = await plainPicture(seed, { width: size, height: Math.round((size * 2) / 3) });
  const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
  return client.addMedia({ title, category: 'fauna', imageUrl: objectPath });
}

const library = async (product: RunningProduct) =>
  (await fetch(`${product.origin}/mediabibliotheek`)).text();

it('answers while a giant is read and given up, and reads the next picture (F15)', async () => {
  const product = await startProduct();
  const client = await signIn(product.origin, owner.username, owner.password);
  let isOver = false;
  const refused = expect(client.upload(new Uint8Array(cutGiant()), 'image/png'))
    .rejects.toThrow(/unreadable_file/)
    .finally(() => {
      isOver = true;
    });
  let answered = 0;
  while (!isOver) {
    await client.call('GET', '/api/admin/media');
    answered += 1;
  }
  await refused;
  expect(answered).toBeGreaterThan(1);
  expect(readdirSync(path.join(product.dataDir, 'incoming'))).toEqual([]);
  await addPicture(client, 4, 'Na de reus');
  await waitFor('the next picture', async () => (await library(product)).includes('Na de reus'));
  await product.stop();
  product.remove();
});

it('ends at once on SIGTERM while pictures are being made, and finishes them after a restart', async () => {
  const first = await startProduct();
  const client = await signIn(first.origin, owner.username, owner.password);
  for (let i = 0; i < 3; i++) await addPicture(client, 10 + i, `Foto ${i}`, 1800);
  const pids = ['admin-api', 'content-build'].flatMap((name) => childPids(first, name));
  expect(pids).toHaveLength(2);
  expect(await first.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  const again = await startProduct({ dataDir: first.dataDir });
  await waitFor('all three pictures', async () => {
    const html = await library(again);
    return [0, 1, 2].every((i) => html.includes(`Foto ${i}`));
  });
  await again.stop();
  again.remove();
});

it('leaves no program behind when the one that started it is killed', async () => {
  const product = await startProduct();
  const pids = ['admin-api', 'content-build'].flatMap((name) => childPids(product, name));
  expect(pids).toHaveLength(2);
  product.process.kill('SIGKILL');
  await waitFor('both programs to end', () => !pids.some(isAlive));
  const again = await startProduct({ dataDir: product.dataDir });
  expect((await fetch(again.origin)).status).toBe(200);
  await again.stop();
  again.remove();
});
