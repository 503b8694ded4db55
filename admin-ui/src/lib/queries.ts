/** The loads that more than one feature shares. A key is the path it loads (spec §7). */

import { queryOptions } from '@tanstack/react-query';
import { meAnswer } from '@veldlicht/contract/auth';
import { category } from '@veldlicht/contract/category';
import { mediaItem } from '@veldlicht/contract/media';
import { publishState } from '@veldlicht/contract/publishing';
import { z } from 'zod';
import { callApi } from './api.ts';

/** Who is signed in, or null. A failed check counts as nobody and is only logged (spec §7, §8). */
export const sessionQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: async ({ signal }) => {
    try {
      return await callApi('GET', '/api/auth/me', {
        schema: meAnswer.nullable(),
        on401: 'null',
        signal,
      });
    } catch (error) {
      console.warn('The sign-in check failed', error);
      return null;
    }
  },
});

export const adminMediaQuery = queryOptions({
  queryKey: ['/api/admin/media'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/media', { schema: z.array(mediaItem), signal }),
});

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: ({ signal }) => callApi('GET', '/api/categories', { schema: z.array(category), signal }),
});

export const publishStateQuery = queryOptions({
  queryKey: ['/api/publishing/state'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/publishing/state', { schema: publishState, signal }),
});
