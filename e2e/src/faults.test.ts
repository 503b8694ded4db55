import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { cutGiant } from '@veldlicht/scripts/pictures/damaged-files';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Asks for the home page all the time; answers what was not a whole page. */
function watchSite(product: RunningProduct): () => Promise<string[]> {
  const wrong: string[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const answer = await fetch(product.origin).catch((error: Error) => error);
      if (answer instanceof Error) wrong.push(answer.message);
      else if (answer.status !== 200 || !(await answer.text()).includes('</html>'))
        wrong.push(String(answer.status));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    return wrong;
  };
}

describe('with the product running', () => {
  let product: RunningProduct;
  let client: ApiClient;
  beforeAll(async () => {
    product = await startProduct();
    client = await signIn(product.origin, owner.username, owner.password);
    await addPicture(client, 1, 'Eerste');
    await waitFor('the first picture', async () => (await library(product)).includes('Eerste'));
  });
  afterAll(async () => {
    await product.stop();
    product.remove();
  });

  it('keeps the site up and publishes the last change although the worker is killed', async () => {
    const stopWatching = watchSite(product);
    const [item] = await client.call<MediaItem[]>('GET', '/api/admin/media');
    for (let i = 0; i < 3; i++) {
      await client.call('PATCH', `/api/admin/media/${item?.id}`, { title: `Bewerking ${i}` });
      await new Promise((resolve) => setTimeout(resolve, 60 + 80 * i));
      for (const pid of childPids(product, 'content-build/src/main.ts'))
        process.kill(pid, 'SIGKILL');
      await waitFor('a new worker', () => childPids(product, 'content-build/src/main.ts')[0]);
    }
    await waitFor('the last edit', async () => (await library(product)).includes('Bewerking 2'));
    expect(await stopWatching()).toEqual([]);
  });

  it('keeps the old site and tells the owner why when a publish fails, and goes on after a retry', async () => {
    const before = await library(product);
    const item = await addPicture(client, 2, 'Tweede');
    await waitFor('the second picture', async () => (await library(product)).includes('Tweede'));
    const hash = item.imageUrl.split('/')[2] ?? '';
    const folder = path.join(product.dataDir, 'renditions', hash);
    renameSync(path.join(folder, '480.avif'), path.join(folder, 'away'));
    await client.call('PATCH', `/api/admin/media/${item.id}`, { title: 'Tweede, anders' });
    const state = () => client.call<PublishState>('GET', '/api/publishing/state');
    const failed = await waitFor('the publish to fail', async () => {
      const now = await state();
      return now.state === 'failed' && now;
    });
    expect(failed.error).toMatch(/A picture of “Tweede, anders” is missing: .*480\.avif/);
    expect(failed.error).not.toContain(product.dataDir);
    expect(await library(product)).not.toContain('Tweede, anders');
    expect(await library(product)).not.toBe(before);
    renameSync(path.join(folder, 'away'), path.join(folder, '480.avif'));
    await client.call('POST', '/api/publishing/retry');
    await waitFor('the retry', async () => (await library(product)).includes('Tweede, anders'));
    await waitFor('the state to be live', async () => (await state()).state === 'live');
  });

  it('refuses a picture that is cut off, stores nothing, and stays well', async () => {
    const cut = (await plainPicture(3, { width: 1600, height: 1000 })).subarray(0, 9000);
    await expect(client.upload(new Uint8Array(cut), 'image/jpeg')).rejects.toThrow(
      /unreadable_file/,
    );
    expect(readdirSync(path.join(product.dataDir, 'incoming'))).toEqual([]);
    expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
  });

  it('answers while a giant is read and given up, and reads the next picture (F15)', async () => {
    let isOver = false;
    const refused = expect(client.upload(new Uint8Array(cutGiant()), 'image/png'))
      .rejects.toThrow(/unreadable_file/)
      .finally(() => {
        isOver = true;
      });
    let answered = 0;
    while (!isOver) {
      const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
      expect(items.length).toBeGreaterThan(0);
      answered += 1;
    }
    await refused;
    expect(answered).toBeGreaterThan(1);
    expect(readdirSync(path.join(product.dataDir, 'incoming'))).toEqual([]);
    await addPicture(client, 4, 'Na de reus');
    await waitFor('the next picture', async () => (await library(product)).includes('Na de reus'));
  });
});

it('ends at once on SIGTERM while pictures are being made, and finishes them after a restart', async () => {
  const first = await startProduct();
  const client = await signIn(first.origin, owner.username, owner.password);
  for (let i = 0; i < 3; i++) await addPicture(client, 10 + i, `Foto ${i}`, 4000);
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
