/** A whole deploy into a real S3 service, looked at through its own answers. */
import type { BucketSettings } from '@veldlicht/contract/environment';
import { bodyOf, bucketClient } from '@veldlicht/database/storage/bucket-client';
import { openNewBucket } from '@veldlicht/database/testing/s3-bucket';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDeployWorld,
  type DeployWorld,
  deadEnds,
  deploy,
  describeTarget,
  type TargetBench,
} from '#testing/deploy-world.ts';
import { openTarget } from './deploy-site.ts';

/** A bucket as visitors see it through a CDN that asks for objects by their addresses. */
function bucketBench(settings: BucketSettings): TargetBench {
  const client = bucketClient(settings);
  return {
    open: () => openTarget(settings),
    read: async (name) => {
      const text = await client.read(name);
      return text === null ? null : Buffer.from(text).toString('latin1');
    },
    names: async () => {
      const names: string[] = [];
      for await (const { key } of client.list()) names.push(key);
      return names.sort();
    },
    plant: (name, text) => client.put(name, bodyOf(text), {}),
    close: async () => undefined,
  };
}

describeTarget('a bucket of a real service', async () => bucketBench(await openNewBucket()), 3);

describe('in a bucket', () => {
  let world: DeployWorld;
  let settings: BucketSettings;
  let bench: TargetBench;
  beforeAll(async () => {
    world = await createDeployWorld();
  });
  beforeEach(async () => {
    settings = await openNewBucket();
    bench = bucketBench(settings);
  });
  afterAll(() => world?.remove());

  it('every object has its type, and is kept for ever or asked for again', async () => {
    await deploy(bench.open(), world.before);
    expect(await deadEnds(bench)).toEqual([]);
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
      [nameOf(/\/960(?:-\d+)?\.jpg$/), 'image/jpeg', forEver],
      [nameOf(/video\.mp4$/), 'video/mp4', forEver],
    ];
    for (const [name, type, cache] of expected) {
      const headers = (await bucketClient(settings).head(name)) ?? new Headers();
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
