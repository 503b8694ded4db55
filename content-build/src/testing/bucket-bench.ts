/** A bucket as visitors see it through a CDN that asks for objects by their addresses. */
import type { BucketSettings } from '@veldlicht/contract/environment';
import { bodyOf, bucketClient } from '@veldlicht/database/storage/bucket-client';
import { openTarget } from '../deploy/open-target.ts';
import type { TargetBench } from './target-suite.ts';

export interface BucketBench extends TargetBench {
  /** Headers that an object is answered with. */
  headersOf: (name: string) => Promise<Headers>;
}

export function bucketBench(settings: BucketSettings): BucketBench {
  const client = bucketClient(settings);
  const all = async () => {
    const names: string[] = [];
    for await (const { key } of client.list()) names.push(key);
    return names.sort();
  };
  return {
    open: () => openTarget(settings),
    read: async (name) => {
      const text = await client.read(name);
      return text === null ? null : Buffer.from(text).toString('latin1');
    },
    names: all,
    plant: (name, text) => client.put(name, bodyOf(text), {}),
    clear: async () => {
      for (const name of await all()) await client.remove(name);
    },
    close: async () => undefined,
    headersOf: async (name) => (await client.head(name)) ?? new Headers(),
  };
}
