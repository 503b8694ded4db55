/** A bucket as visitors see it through a CDN that asks for objects by their addresses. */
import { createHash } from 'node:crypto';
import type { BucketSettings } from '@veldlicht/contract/environment-publish';
import { defaultPatience, type Patience } from '@veldlicht/database/storage/bucket-call';
import { bucketClient } from '@veldlicht/database/storage/bucket-client';
import { bucketStore } from '../deploy/bucket-store.ts';
import { inPlaceTarget } from '../deploy/in-place-target.ts';
import type { TargetBench } from './target-suite.ts';

export interface BucketBench extends TargetBench {
  /** Headers that an object is answered with. */
  headersOf: (name: string) => Promise<Headers>;
}

export function bucketBench(
  settings: BucketSettings,
  patience: Patience = defaultPatience,
): BucketBench {
  const rules = { now: Date.now, patience, maxBytes: 2 ** 28 };
  const store = () => bucketStore(settings, rules);
  const client = bucketClient(settings, rules);
  const all = async () => {
    const names: string[] = [];
    for await (const name of store().list()) names.push(name);
    return names.sort();
  };
  return {
    open: () => inPlaceTarget(store()),
    read: async (name) => {
      const answer = await client.send({ method: 'GET', name });
      return answer.status === 200 ? Buffer.from(answer.text).toString('latin1') : null;
    },
    names: all,
    plant: async (name, text) => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      await client.send({ method: 'PUT', name, body: { file: new Blob([text]), sha256 } });
    },
    clear: async () => {
      for (const name of await all()) await store().remove(name);
    },
    close: async () => undefined,
    headersOf: async (name) => (await client.send({ method: 'HEAD', name })).headers,
  };
}
