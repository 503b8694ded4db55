/** What only WebKit does in its own way. */
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';
import { startWebKit, type WebKit } from './webkit.ts';

// Other systems have no package of it.
describe.runIf(process.platform === 'linux')('WebKit', () => {
  let product: RunningProduct;
  let client: ApiClient;
  let webkit: WebKit;
  let itemPath: string;

  beforeAll(async () => {
    [product, webkit] = await Promise.all([startProduct(), startWebKit()]);
    client = await signIn(product.origin, owner.username, owner.password);
    const picture = new Uint8Array(await plainPicture(3));
    const { objectPath } = await client.upload(picture, 'image/jpeg');
    const item = {
      title: 'Oehoe',
      category: 'fauna',
      species: ['Bubo bubo'],
      imageUrl: objectPath,
    };
    const { slug } = await client.addMedia({ ...item, date: '2026-10-02' });
    itemPath = `/foto/${slug}`;
    const html = async (path: string) => (await fetch(product.origin + path)).text();
    await waitFor('the site', async () => (await html('/soort/bubo-bubo')).includes('Oehoe'));
  });
  afterAll(async () => {
    await webkit?.end();
    await product?.stop();
    product?.remove();
  });

  it('shows the pictures of lists where they belong', async () => {
    for (const path of ['/', '/mediabibliotheek', itemPath, '/soort/bubo-bubo']) {
      await webkit.open(product.origin + path);
      // It gives an empty marker a line of its own.
      const lowered = await webkit.read<string[]>(`
        const top = (element) => element.getBoundingClientRect().top;
        return [...document.querySelectorAll('main li')]
          .filter((item) => item.querySelector('img'))
          .map((item) => [item.className, top(item.querySelector('img')) - top(item)])
          .filter(([, pixels]) => Math.abs(pixels) > 1);`);
      expect([path, lowered]).toEqual([path, []]);
    }
  });

  it('stays signed in on http://localhost', async () => {
    expect(product.origin).toMatch(/^http:\/\/localhost:/);
    await webkit.open(`${product.origin}/admin/login`);
    const statuses = await webkit.read(
      `const [username, password] = arguments;
      return (async () => {
        const json = { 'content-type': 'application/json' };
        const body = JSON.stringify({ username, password });
        const signIn = await fetch('/api/auth/login', { method: 'POST', headers: json, body });
        return [signIn.status, (await fetch('/api/auth/me')).status];
      })()`,
      owner.username,
      owner.password,
    );
    expect(statuses).toEqual([200, 200]);
  });
});
