import { expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
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

it('notices that the session has ended', async () => {
  const ended = vi.fn();
  const client = createQueryClient(ended);
  const load = (status: number) =>
    client
      .fetchQuery({ queryKey: [status], queryFn: () => Promise.reject(new ApiError(status, 'no')) })
      .catch(() => null);
  await load(500);
  expect(ended).not.toHaveBeenCalled();
  await load(401);
  expect(ended).toHaveBeenCalledOnce();
});
