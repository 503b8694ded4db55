import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { resource } from './resource.ts';
import { createQueryClient } from './session.ts';

const birds = resource({
  path: '/api/birds',
  schema: z.object({ id: z.string(), name: z.string(), etag: z.string() }),
  answer: z.object({ id: z.string() }),
  idOf: ({ id }) => id,
  etagOf: ({ etag }) => etag,
});
const hoopoe = { id: 'hop/1', name: 'Hop', etag: '"1"' };

interface Sent {
  method: string | undefined;
  path: unknown;
  body: unknown;
  ifMatch: string | null;
}

/** Responds with the item and records the requests. */
function listen(): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: unknown, { method, body, headers }: RequestInit) => {
    sent.push({ method, path, body, ifMatch: new Headers(headers).get('if-match') });
    return Response.json(hoopoe);
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

it('posts a new item to the list, and patches one with the version it is based on', async () => {
  const sent = listen();
  expect(await birds.create({ name: 'Hop' })).toEqual({ id: 'hop/1' });
  await birds.update(hoopoe, { name: 'Hoppe' });
  expect(sent).toEqual([
    { method: 'POST', path: '/api/birds', body: '{"name":"Hop"}', ifMatch: null },
    { method: 'PATCH', path: '/api/birds/hop%2F1', body: '{"name":"Hoppe"}', ifMatch: '"1"' },
  ]);
});

it('has words for every failure', () => {
  expect(birds.words).toMatchObject({ failedToDelete: 'internal' });
});

it('sends nothing when nothing was changed', async () => {
  const sent = listen();
  expect(await birds.update(hoopoe, {})).toBe(hoopoe);
  expect(sent).toEqual([]);
});

it('updates the list optimistically and rolls back', async () => {
  const client = createQueryClient();
  const { queryKey } = birds.list;
  client.setQueryData(queryKey, [hoopoe]);
  const takeBack = await birds.showNow(client, (all) =>
    all.map((one) => ({ ...one, name: 'Uil' })),
  );
  expect(client.getQueryData(queryKey)).toMatchObject([{ name: 'Uil' }]);
  takeBack();
  expect(client.getQueryData(queryKey)).toEqual([hoopoe]);
});
