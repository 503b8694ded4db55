import type { MediaInput } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import { createItems } from './create-items.ts';

const items = ['Ree', 'Vos', 'Das'].map(
  (title): MediaInput => ({ title, category: 'fauna', imageUrl: `/media/${title}/960.jpg` }),
);
const reason = 'unknown_category?name=zee';
const failed = [{ index: 1, title: 'Vos', error: 'There is no category zee', reason }];
const created = { created: [] };

/** Sends the items to a server that answers as told, one call after another; null: the answer is lost. */
function send(...answers: Array<[status: number, body: unknown, retryAfter?: string] | null>) {
  const log: string[] = [];
  const network = {
    isOnline: () => true,
    online: async () => {},
    wait: async (ms: number) => void log.push(`wait ${ms}`),
  };
  const fetchOne: typeof fetch = async (_path, init) => {
    log.push(`send ${JSON.parse(String(init?.body)).items.length}`);
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    const [status, body, retryAfter] = answer;
    return Response.json(body, {
      status,
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    });
  };
  // The page that hears when the network drops.
  globalThis.window ??= new EventTarget() as Window & typeof globalThis;
  return { log, outcome: createItems(items, new AbortController().signal, network, fetchOne) };
}

it.each([
  [201, created, [null, null, null]],
  [207, { message: 'x', created: [], failed }, [null, reason, null]],
  [400, { error: 'x', code: 'invalid_input', failed }, [null, reason, null]],
])('says after a %i what became of each item', async (status, body, expected) => {
  expect(await send([status, body]).outcome).toEqual(expected);
});

it('asks for all of them again until there is an answer', async () => {
  const busy = { error: 'Slow down', code: 'too_many_requests' };
  const { outcome, log } = send(null, [429, busy, '2'], [201, created]);
  expect(await outcome).toEqual([null, null, null]);
  expect(log).toEqual(['send 3', 'wait 0', 'send 3', 'wait 2000', 'send 3']);
});

it('gives up at once on a refusal', async () => {
  const refused = send([400, { error: 'Send at least one item', code: 'invalid_input' }]);
  await expect(refused.outcome).rejects.toMatchObject({ status: 400 });
  expect(refused.log).toEqual(['send 3']);
});
