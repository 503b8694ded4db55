/** The bug report that led to addresses without positions, with and without Caddy (decision 006). */
import type { MediaItem } from '@veldlicht/contract/media';
import { signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { expect, it } from 'vitest';
import { owner, type RunningProduct, waitFor } from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';

/** The product, with its public origin and its own. */
interface Site {
  product: RunningProduct;
  origin: string;
  direct: string;
}

/** Its test, on a running site. */
export function describeEndedAddress(site: () => Site): void {
  it('keeps no position in any file after it is removed from a title', async () => {
    const { product, origin, direct } = site();
    const client = await signIn(origin, owner.username, owner.password);
    const { objectPath: imageUrl } = await client.upload(
      new Uint8Array(await plainPicture(3)),
      'image/jpeg',
    );
    const title = 'Vossenhol 52.131234, 5.860456';
    const input = { title, category: 'landscape', imageUrl };
    const { id, slug, withheld } = await client.addMedia(input);
    expect([withheld, slug]).toEqual([true, expect.stringMatching(/^vossenhol-\d{4}$/)]);
    await client.call('PATCH', `/api/admin/media/${id}`, { positionAllowed: true });
    const status = async (address: string) =>
      Promise.all([origin, direct].map(async (base) => (await fetch(base + address)).status));
    const until = (address: string, wanted: number) =>
      waitFor(`${address} to answer ${wanted}`, async () => {
        const all = await status(address);
        return all.every((one) => one === wanted);
      });
    const shown = () =>
      [...publishedFiles(product.dataDir)].filter(([, bytes]) => bytes.includes('131234'));
    await until(`/foto/${slug}`, 200);
    expect(shown()).not.toEqual([]);
    const renamed = await client.call<MediaItem>('PATCH', `/api/admin/media/${id}`, {
      title: 'Vos',
    });
    await until(`/foto/${slug}`, 410);
    await until(`/foto/${renamed.slug}`, 200);
    // Other pages and the API's list contained it too.
    await waitFor('the digits to be gone', async () => shown().length === 0);
    const names = [...publishedFiles(product.dataDir).keys()];
    expect(names.filter((name) => /131234|vossenhol/.test(name))).toEqual([]);
    await client.call('DELETE', `/api/admin/media/${id}`);
    await until(`/foto/${renamed.slug}`, 404);
  });
}
