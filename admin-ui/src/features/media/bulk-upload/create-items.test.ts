import type { MediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { type CreatePorts, createItems, postItems } from './create-items.ts';

const item = (title: string): MediaInput => ({
  title,
  category: 'fauna',
  imageUrl: `/media/${title}/960.jpg`,
});
const items = ['Ree', 'Vos', 'Das'].map(item);
const { signal } = new AbortController();

const answers = (status: number, body: unknown) => async () =>
  new Response(JSON.stringify(body), { status });

describe('the call', () => {
  it('says of each item what became of it', async () => {
    const failed = [{ index: 1, title: 'Vos', error: 'There is no category zee' }];
    expect(await postItems(items, signal, answers(201, { created: [] }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(
      await postItems(items, signal, answers(207, { message: 'x', created: [], failed })),
    ).toEqual([null, 'There is no category zee', null]);
    const none = { error: 'Created 0', code: 'invalid_input', failed };
    expect(await postItems(items, signal, answers(400, none))).toEqual([
      null,
      'There is no category zee',
      null,
    ]);
  });
  it('throws a refusal without reasons', async () => {
    const refusal = answers(400, { error: 'Send at least one item', code: 'invalid_input' });
    await expect(postItems(items, signal, refusal)).rejects.toMatchObject({ status: 400 });
    const internal = answers(500, { error: 'Something went wrong', code: 'internal' });
    await expect(postItems(items, signal, internal)).rejects.toBeInstanceOf(ApiError);
  });
});

/** A server whose answers get lost as told. */
function world(losses: Array<Error | null>) {
  const log: string[] = [];
  const ports: CreatePorts = {
    post: async (list) => {
      log.push(`post ${list.length}`);
      const loss = losses.shift() ?? null;
      if (loss) throw loss;
      return list.map(() => null);
    },
    wait: async (ms) => void log.push(`wait ${ms}`),
    isOnline: () => true,
    online: async () => {},
  };
  return { log, ports };
}
const lost = () => new TypeError('Failed to fetch');

describe('making items over a bad line', () => {
  it('asks for all of them again, with the same keys, until there is an answer', async () => {
    const busy = new ApiError(429, 'Slow down', 'too_many_requests', {}, 2);
    const { log, ports } = world([lost(), busy]);
    expect(await createItems(items, signal, ports)).toEqual([null, null, null]);
    expect(log).toEqual(['post 3', 'wait 0', 'post 3', 'wait 2000', 'post 3']);
  });
  it('gives up after the last delay, and at once on a refusal', async () => {
    const dead = world(Array.from({ length: 5 }, lost));
    await expect(createItems(items, signal, dead.ports)).rejects.toBeInstanceOf(TypeError);
    expect(dead.log.filter((line) => line.startsWith('wait'))).toHaveLength(4);
    const refused = world([new ApiError(403, 'You may not do this', 'forbidden')]);
    await expect(createItems(items, signal, refused.ports)).rejects.toMatchObject({ status: 403 });
    expect(refused.log).toEqual(['post 3']);
  });
});
