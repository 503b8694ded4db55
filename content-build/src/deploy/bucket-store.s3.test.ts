/** A whole deploy into a real S3 service, looked at through its own answers. */
import { openNewBucket } from '@veldlicht/database/testing/s3-bucket';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketBench, bucketBench } from '#testing/bucket-bench.ts';
import { createDeployWorld, type DeployWorld, deadEnds, deploy } from '#testing/deploy-world.ts';
import { describeOrder, describeTarget } from '#testing/target-suite.ts';

const openBucket = async () => bucketBench(await openNewBucket());

describeTarget('a bucket of a real service', openBucket);
describeOrder('a bucket of a real service', openBucket, 3);

describe('in a bucket', () => {
  let world: DeployWorld;
  let bench: BucketBench;
  beforeAll(async () => {
    world = await createDeployWorld();
  });
  beforeEach(async () => {
    bench = await openBucket();
  });
  afterAll(() => world?.remove());

  it('every object has its type, and is kept for ever or asked for again', async () => {
    await deploy(bench.open(), world.before);
    const ask = async (address: string) =>
      bench.read(address === '/' ? 'index.html' : address.slice(1));
    expect(await deadEnds(ask)).toEqual([]);
    const names = await bench.names();
    const nameOf = (pattern: RegExp) => names.find((name) => pattern.test(name)) ?? '';
    const forEver = 'public, max-age=31536000, immutable';
    const html = 'text/html; charset=utf-8';
    const expected: [string, string, string][] = [
      ['index.html', html, 'no-cache'],
      ['404.html', html, 'no-cache'],
      // A page and the "folder" of others live side by side.
      ['mediabibliotheek', html, 'no-cache'],
      ['mediabibliotheek/archief/1', html, 'no-cache'],
      ['foto/item-0001', html, 'no-cache'],
      ['video/item-0004', html, 'no-cache'],
      ['rss.xml', 'application/rss+xml; charset=utf-8', 'no-cache'],
      ['sitemap.xml', 'application/xml; charset=utf-8', 'no-cache'],
      ['robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
      ['manifest.webmanifest', 'application/manifest+json', 'no-cache'],
      ['icon.png', 'image/png', 'no-cache'],
      ['_astro/app.a.css', 'text/css; charset=utf-8', forEver],
      [nameOf(/^bibliotheek\//), 'application/json', forEver],
      [nameOf(/960\.jpg$/), 'image/jpeg', forEver],
      [nameOf(/video\.mp4$/), 'video/mp4', forEver],
    ];
    for (const [name, type, cache] of expected) {
      const headers = await bench.headersOf(name);
      const [found, kept] = [headers.get('content-type'), headers.get('cache-control')];
      expect([name, found, kept]).toEqual([name, type, cache]);
      expect(headers.get('content-encoding')).toBeNull();
    }
    expect(names.filter((name) => /\.(?:br|gz)$|\.tmp/.test(name))).toEqual([]);
    expect(names).not.toContain('.veldlicht/deploying');
  });

  it('nothing is made public where originals are kept', async () => {
    await bench.plant(`originals/${'a'.repeat(32)}.jpg`, 'private');
    const before = await bench.names();
    const refused = 'originals are never made public';
    await expect(deploy(bench.open(), world.before)).rejects.toThrow(refused);
    expect(await bench.names()).toEqual(before);
  });
});
