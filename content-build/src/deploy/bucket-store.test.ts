import { defaultPatience } from '@veldlicht/database/storage/bucket-call';
import { startBucketDouble } from '@veldlicht/database/testing/bucket-double';
import { bucketSettings } from '@veldlicht/database/testing/open-bucket';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketBench, bucketBench } from '#testing/bucket-bench.ts';
import { createDeployWorld, type DeployWorld, deadEnds, deploy } from '#testing/deploy-world.ts';
import { describeTarget } from '#testing/target-suite.ts';

const patience = { ...defaultPatience, waitsMs: [1] };

describeTarget('a bucket', async () => {
  const double = await startBucketDouble(Date.now);
  return { ...bucketBench(bucketSettings(double.variables), patience), close: double.close };
});

describe('in a bucket', () => {
  let world: DeployWorld;
  let double: Awaited<ReturnType<typeof startBucketDouble>>;
  let bench: BucketBench;
  beforeAll(async () => {
    world = await createDeployWorld();
  });
  afterAll(() => world.remove());
  beforeEach(async () => {
    double = await startBucketDouble(Date.now);
    bench = bucketBench(bucketSettings(double.variables), patience);
  });
  afterEach(async () => {
    await double.close();
  });

  it('every object has its type and is kept for ever or asked for again', async () => {
    await deploy(bench.open(), world.before);
    const forEver = 'public, max-age=31536000, immutable';
    const [photo = ''] = double.names().filter((name) => name.endsWith('960.jpg'));
    const [film = ''] = double.names().filter((name) => name.endsWith('video.mp4'));
    const [index = ''] = double.names().filter((name) => name.startsWith('bibliotheek/'));
    const html = 'text/html; charset=utf-8';
    const expected: [string, string, string][] = [
      ['index.html', html, 'no-cache'],
      ['404.html', html, 'no-cache'],
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
      [index, 'application/json', forEver],
      [photo, 'image/jpeg', forEver],
      [film, 'video/mp4', forEver],
    ];
    for (const [name, type, cache] of expected) {
      const headers = await bench.headersOf(name);
      expect([name, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        name,
        type,
        cache,
      ]);
      expect(headers.get('content-encoding')).toBeNull();
    }
    expect(double.names().filter((name) => /\.(?:br|gz)$|\.tmp/.test(name))).toEqual([]);
    expect(double.refusals.filter((code) => code !== 'NoSuchKey')).toEqual([]);
  });

  it('files with hashes come first, pages after them, removals last', async () => {
    await deploy(bench.open(), world.before);
    double.calls.length = 0;
    await deploy(bench.open(), world.after);
    const steps = double.calls
      .filter((call) => !/\.veldlicht|^GET|^HEAD/.test(call))
      .map((call) => {
        if (call.startsWith('DELETE')) return 'removal';
        return /PUT (?:_astro|bibliotheek|media)\//.test(call) ? 'hashed' : 'page';
      });
    expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual(['hashed', 'page', 'removal']);
    const [last, record] = double.calls.slice(-2).reverse();
    expect([record, last]).toEqual(['PUT .veldlicht/release.json', 'DELETE .veldlicht/deploying']);
  });

  it('nothing is made public where originals are kept', async () => {
    await double.place(`originals/${'a'.repeat(32)}.jpg`, Buffer.from('private'));
    const before = double.names();
    await expect(deploy(bench.open(), world.before)).rejects.toThrow(
      'originals are never made public',
    );
    expect(double.names()).toEqual(before);
  });

  it('a service that dies in the middle leaves a whole site', async () => {
    await deploy(bench.open(), world.before);
    const before = double.calls.length;
    await deploy(bench.open(), world.after);
    const total = double.calls.length - before;
    const ask = async (address: string) =>
      bench.read(address === '/' ? 'index.html' : address.slice(1));
    for (const part of [0, 0.3, 0.6, 0.95]) {
      await bench.clear();
      await deploy(bench.open(), world.before);
      let calls = 0;
      double.fault = (request) => {
        if (++calls <= part * total) return false;
        request.socket.destroy();
        return true;
      };
      await expect(deploy(bench.open(), world.after)).rejects.toThrow('does not answer');
      double.fault = null;
      expect([part, await deadEnds(ask)]).toEqual([part, []]);
      await deploy(bench.open(), world.after);
      expect(await ask('/')).toContain('Item 6');
    }
  });

  it('a busy service is asked again, and no answer tells the key', async () => {
    const refused = new Set<string>();
    double.fault = (request, response) => {
      const url = request.url ?? '';
      if (request.method !== 'PUT' || refused.has(url)) return false;
      refused.add(url);
      request.resume();
      response.writeHead(503).end();
      return true;
    };
    await deploy(bench.open(), world.before);
    double.fault = null;
    expect(await bench.read('index.html')).toContain('Item 1');
    const locked = bucketBench(
      { ...bucketSettings(double.variables), secretAccessKey: 'wrong-secret-key' },
      patience,
    );
    const error: unknown = await deploy(locked.open(), world.after).catch(
      (caught: unknown) => caught,
    );
    expect(String(error)).toMatch(/the storage answered 403 \(SignatureDoesNotMatch\)/);
    expect(String(error)).not.toContain('wrong-secret-key');
  });
});
