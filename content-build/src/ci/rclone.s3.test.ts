/** A site sent to a real S3 service. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketSettings } from '@veldlicht/contract/environment';
import type { TargetSettings } from '@veldlicht/contract/job-environment';
import { bucketClient } from '@veldlicht/database/storage/bucket-client';
import { openNewBucket } from '@veldlicht/database/testing/s3-bucket';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { targetSettings } from '#testing/rclone-bench.ts';
import {
  createSentWorld,
  deadEnds,
  describeTarget,
  type SentWorld,
  send,
  type TargetBench,
} from '#testing/sent-site.ts';
import { openTarget } from './rclone.ts';

/** A bucket as the remote `site`. */
function remoteOf(settings: BucketSettings): TargetSettings {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket } = settings;
  return targetSettings(`site:${bucket}`, {
    RCLONE_CONFIG_SITE_TYPE: 's3',
    RCLONE_CONFIG_SITE_PROVIDER: 'Other',
    RCLONE_CONFIG_SITE_ENDPOINT: endpoint,
    RCLONE_CONFIG_SITE_REGION: region,
    RCLONE_CONFIG_SITE_ACCESS_KEY_ID: accessKeyId,
    RCLONE_CONFIG_SITE_SECRET_ACCESS_KEY: secretAccessKey,
  });
}

/** The bucket behind a CDN that requests objects by address. */
async function bucketBench(settings: TargetSettings): Promise<TargetBench> {
  const target = await openTarget(settings);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'veldlicht-plant-')), 'file');
  return {
    target,
    read: target.read,
    names: async () => (await target.list()).sort(),
    plant: (name, text) => {
      writeFileSync(file, text);
      return target.put([{ name, file, bytes: text.length }], {});
    },
    copy: async () => {
      const other = remoteOf(await openNewBucket());
      execFileSync('rclone', ['copy', settings.place, other.place], { env: settings.environment });
      return bucketBench(other);
    },
    close: async () => undefined,
  };
}

let world: SentWorld;
beforeAll(() => {
  world = createSentWorld();
});
afterAll(() => world?.remove());

describeTarget(
  'a bucket of a real service',
  async () => bucketBench(remoteOf(await openNewBucket())),
  [],
);

it('stores every object with its type and cache rule', async () => {
  const settings = await openNewBucket();
  const bench = await bucketBench(remoteOf(settings));
  await send(bench.target, world, world.before);
  expect(await deadEnds(bench)).toEqual([]);
  const forEver = 'public, max-age=31536000, immutable';
  const html = 'text/html; charset=utf-8';
  const client = bucketClient(settings);
  const found: Array<[string, string | null, string | null]> = [];
  for (const name of await bench.names()) {
    const headers = (await client.head(name)) ?? new Headers();
    expect(headers.get('content-encoding')).toBeNull();
    found.push([name, headers.get('content-type'), headers.get('cache-control')]);
  }
  const picture = `media/${'a'.repeat(32)}/960`;
  expect(found).toEqual(
    expect.arrayContaining([
      ['index.html', html, 'no-cache'],
      ['404.html', html, 'no-cache'],
      // A page beside the "folder" of other pages.
      ['mediabibliotheek', html, 'no-cache'],
      ['mediabibliotheek/archief/1', html, 'no-cache'],
      ['kaart/185/460', html, 'no-cache'],
      ['rss.xml', 'application/rss+xml; charset=utf-8', 'no-cache'],
      ['sitemap.xml', 'application/xml; charset=utf-8', 'no-cache'],
      ['robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
      ['manifest.webmanifest', 'application/manifest+json', 'no-cache'],
      ['bibliotheek/1/zoek/0.json', 'application/json', 'no-cache'],
      ['icon.png', 'image/png', 'no-cache'],
      ['_astro/app.a.css', 'text/css; charset=utf-8', forEver],
      [`${picture}.jpg`, 'image/jpeg', forEver],
      [`${picture}.avif`, 'image/avif', forEver],
      ['.veldlicht/record.json', 'application/json', 'no-store'],
    ]),
  );
  const names = found.map(([name]) => name);
  expect(names.filter((name) => /\.(?:br|gz)$/.test(name))).toEqual([]);
});

it('fails without the bucket, and creates none', async () => {
  const settings = remoteOf(await openNewBucket());
  const target = await openTarget({ ...settings, place: 'site:there-is-none-of-this-name' });
  await expect(send(target, world, world.before)).rejects.toThrow(/NoSuchBucket/);
});
