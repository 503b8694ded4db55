import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { apiQuery, createQueryClient } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

it('never refetches by itself or retries', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  expect(mutations?.retry).toBe(false);
});

it('fails at once offline, and sends nothing later', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => fetch('/api/things', { method: 'POST' }),
  });
  const calls = [
    client.fetchQuery(apiQuery(z.unknown(), '/api/things')),
    mutation.execute(undefined),
  ];
  const outcomes = await Promise.allSettled(calls);
  onlineManager.setOnline(true);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
