import type { MediaInput } from '@veldlicht/contract/media';
import { beforeAll, expect, it, vi } from 'vitest';
import { createItems } from './create-items.ts';

const items = ['Ree', 'Vos', 'Das'].map(
  (title): MediaInput => ({ title, category: 'fauna', imageUrl: `/media/${title}/960.jpg` }),
);
const reason = 'unknown_category?name=zee';
const failed = [{ index: 1, title: 'Vos', error: 'There is no category zee', reason }];

/** Sends the items to a server that gives this answer. */
function send(status: number, body: unknown) {
  const fetchOne: typeof fetch = async () => Response.json(body, { status });
  return createItems(items, new AbortController().signal, fetchOne);
}

beforeAll(() => {
  // The page that hears when the network drops.
  vi.stubGlobal('window', new EventTarget());
});

it.each([
  [201, { created: [] }, [null, null, null]],
  [207, { message: 'x', created: [], failed }, [null, reason, null]],
  [400, { error: 'x', code: 'invalid_input', failed }, [null, reason, null]],
])('says after a %i what became of each item', async (status, body, expected) => {
  expect(await send(status, body)).toEqual(expected);
});

it('throws a refusal of the whole call', async () => {
  const refusal = send(400, { error: 'Send at least one item', code: 'invalid_input' });
  await expect(refusal).rejects.toMatchObject({ status: 400 });
});
