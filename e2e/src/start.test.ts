import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchProduct, type RunningProduct, startProduct, waitFor } from './product.ts';

describe('npm start', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct({ variables: { ADMIN_PASSWORD: '', ADMIN_USERNAME: '' } });
  });
  afterAll(async () => {
    await product.stop();
    product.remove();
  });

  it('tells both addresses and the generated password once', async () => {
    expect(product.output()).toContain(`Site   ${product.origin}\n`);
    expect(product.output()).toContain(`Admin  ${product.origin}/admin\n`);
    expect(product.output().match(/Password\s+\S{12,}/g)).toHaveLength(1);
    const health = await fetch(`${product.origin}/api/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(product.origin)).status).toBe(200);
  });

  it('refuses a second instance on the same data folder with one clear line', async () => {
    const second = await launchProduct({ dataDir: product.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(`Veldlicht already runs on ${product.dataDir}.`);
    expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
  });

  it('refuses a wrong setting with one clear line', async () => {
    const wrong = await launchProduct({ variables: { PUBLIC_ORIGIN: 'veldlicht.nl/pad' } });
    await wrong.ended;
    expect(wrong.output().trim()).toMatch(/^The configuration is wrong: PUBLIC_ORIGIN: .+$/);
    wrong.remove();
  });

  it('names a port that is taken', async () => {
    const port = Number(new URL(product.origin).port);
    const taken = await launchProduct({ port });
    expect(await taken.ended).toBe(1);
    expect(taken.output()).toContain('another program uses this port');
    taken.remove();
  });
});

it('ends both processes cleanly on SIGTERM and does not print the password again', async () => {
  const first = await startProduct({ variables: { ADMIN_PASSWORD: '', ADMIN_USERNAME: '' } });
  expect(await first.stop()).toBe(0);
  await expect(fetch(first.origin)).rejects.toThrow();
  const again = await startProduct({ dataDir: first.dataDir });
  expect(again.output()).not.toContain('Password');
  expect(existsSync(path.join(first.dataDir, 'veldlicht.db'))).toBe(true);
  expect(await again.stop()).toBe(0);
  again.remove();
});

it('ends with the npm that started it', async () => {
  const product = await startProduct({ npm: true });
  await product.stop();
  await waitFor('the product to end', async () => {
    const answer = await fetch(product.origin).catch(() => null);
    return answer === null;
  });
  const again = await startProduct({ dataDir: product.dataDir });
  await again.stop();
  again.remove();
});
