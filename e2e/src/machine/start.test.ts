/** `npm start`, from the first output to every kind of exit (faults F2 and F15). */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { cutGiant } from '@veldlicht/scripts/pictures/damaged-files';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchProduct, type RunningProduct, startProduct, waitFor } from '../support/product.ts';
import { programsOf } from '../support/programs-of.ts';

/** The running product; each test leaves one for the next, on the same data folder. */
let product: RunningProduct;
let password: string;

beforeAll(async () => {
  product = await startProduct({ variables: { ADMIN_PASSWORD: '', ADMIN_USERNAME: '' } });
  password = /Password\s+(\S+)/.exec(product.output())?.[1] ?? '';
});
afterAll(async () => {
  await product.stop();
  product.remove();
});

const startAgain = async (options: { npm?: boolean } = {}) => {
  product = await startProduct({ ...options, dataDir: product.dataDir });
};
const signInAgain = () => signIn(product.origin, 'admin', password);
const library = async () => (await fetch(`${product.origin}/mediabibliotheek`)).text();
const programs = () => {
  const pids = ['admin-api', 'content-build'].flatMap((name) => programsOf(product, name));
  expect(pids).toHaveLength(2);
  return pids;
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function addPicture(client: ApiClient, seed: number, title: string, size: number) {
  const picture = await plainPicture(seed, { width: size, height: Math.round((size * 2) / 3) });
  const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
  return client.addMedia({ title, category: 'fauna', imageUrl: objectPath });
}

it('prints both addresses, and the generated password once', async () => {
  expect(product.output()).toContain(`Site   ${product.origin}\n`);
  expect(product.output()).toContain(`Admin  ${product.origin}/admin\n`);
  expect(product.output().match(/Password\s+\S{12,}/g)).toHaveLength(1);
  const health = await fetch(`${product.origin}/api/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  expect((await fetch(product.origin)).status).toBe(200);
});

describe('a start that fails', () => {
  it('prints one clear line for a data folder in use', async () => {
    const second = await launchProduct({ dataDir: product.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(`Veldlicht already runs on ${product.dataDir}.`);
    expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
  });

  it('prints one clear line for a wrong setting', async () => {
    const wrong = await launchProduct({ variables: { PUBLIC_ORIGIN: 'veldlicht.nl/pad' } });
    await wrong.ended;
    expect(wrong.output().trim()).toMatch(/^The configuration is wrong: PUBLIC_ORIGIN: .+$/);
    wrong.remove();
  });
});

it('answers while a giant picture is read and aborted, and reads the next one (F15)', async () => {
  const client = await signInAgain();
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
  await addPicture(client, 4, 'Na de reus', 640);
  await waitFor('the next picture', async () => (await library()).includes('Na de reus'));
});

it('exits at once on SIGTERM while renditions are made, which the next start with npm resumes', async () => {
  const client = await signInAgain();
  for (let i = 0; i < 3; i++) await addPicture(client, 10 + i, `Foto ${i}`, 1200);
  const pids = programs();
  expect(await product.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  await expect(fetch(product.origin)).rejects.toThrow();
  await startAgain({ npm: true });
  expect(product.output()).not.toContain('Password');
  await waitFor('all three pictures', async () => {
    const html = await library();
    return [0, 1, 2].every((i) => html.includes(`Foto ${i}`));
  });
});

it('exits with the npm that started it', async () => {
  await product.stop();
  await waitFor('the product to end', async () => {
    const answer = await fetch(product.origin).catch(() => null);
    return answer === null;
  });
});

it('leaves no program running when its supervisor is killed', async () => {
  // The last worker may take a moment longer, and holds the data folder until then.
  await waitFor('the next one to start', () =>
    startAgain().then(
      () => true,
      () => false,
    ),
  );
  const pids = programs();
  product.process.kill('SIGKILL');
  await waitFor('both programs to end', () => !pids.some(isAlive));
});
