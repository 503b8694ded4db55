import { onlineManager } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient, refreshMediaLists } from './query-client.ts';

it('never refetches by itself and never retries', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  expect(mutations?.retry).toBe(false);
});

it('fails at once without a network, and sends nothing later', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => fetch('/api/things', { method: 'POST' }),
  });
  const calls = [client.fetchQuery({ queryKey: ['/api/things'] }), mutation.execute(undefined)];
  const outcomes = await Promise.allSettled(calls);
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('loads the path made of the key', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    return Response.json(['a']);
  });
  const data = await createQueryClient().fetchQuery({ queryKey: ['/api/things', 'red', 7] });
  vi.unstubAllGlobals();
  expect(fetched).toEqual(['/api/things/red/7']);
  expect(data).toEqual(['a']);
});

it('refreshes the four media lists', async () => {
  const client = createQueryClient();
  const keys = ['/api/admin/media', '/api/media', '/api/media/featured', '/api/media/recent'];
  for (const key of [...keys, '/api/categories']) client.setQueryData([key], []);
  await refreshMediaLists(client);
  const stale = (key: string) => client.getQueryState([key])?.isInvalidated;
  expect(keys.map(stale)).toEqual([true, true, true, true]);
  expect(stale('/api/categories')).toBe(false);
});
