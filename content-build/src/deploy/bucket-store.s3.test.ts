/** A whole deploy into a real S3 service, looked at through its own answers. */
import { randomBytes } from 'node:crypto';
import { createBucket } from '@veldlicht/database/testing/create-bucket';
import { bucketSettings } from '@veldlicht/database/testing/open-bucket';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BucketBench, bucketBench } from '#testing/bucket-bench.ts';
import { createDeployWorld, type DeployWorld, deadEnds, deploy } from '#testing/deploy-world.ts';
import { describeOrder, describeTarget } from '#testing/target-suite.ts';

async function openBucket(): Promise<BucketBench> {
  const bucket = `site-${randomBytes(6).toString('hex')}`;
  const settings = { ...bucketSettings(process.env), bucket };
  await createBucket(settings);
  return bucketBench(settings);
}

describeTarget('a bucket of a real service', openBucket);
describeOrder('a bucket of a real service', openBucket, 3);

describe('a real service', () => {
  let world: DeployWorld;
  let bench: BucketBench;
  beforeAll(async () => {
    world = await createDeployWorld();
    bench = await openBucket();
  });
  afterAll(() => world?.remove());

  it('keeps types and cache headers, and answers pages under their addresses', async () => {
    await deploy(bench.open(), world.before);
    const ask = async (address: string) =>
      bench.read(address === '/' ? 'index.html' : address.slice(1));
    expect(await deadEnds(ask)).toEqual([]);
    const page = await bench.headersOf('foto/item-0001');
    expect(page.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.get('cache-control')).toBe('no-cache');
    expect(page.get('content-encoding')).toBeNull();
    const asset = await bench.headersOf('_astro/app.a.css');
    expect(asset.get('cache-control')).toBe('public, max-age=31536000, immutable');
    // A page and the "folder" of others live side by side.
    expect(await bench.read('mediabibliotheek')).toContain('</html>');
    expect(await bench.read('mediabibliotheek/archief/1')).toContain('</html>');
  });
});
