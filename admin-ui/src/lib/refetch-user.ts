import type { QueryClient } from '@tanstack/react-query';
import { meAnswer } from '@veldlicht/contract/auth';
import { callApi } from './api.ts';
import { sessionQuery } from './queries.ts';

/**
 * Asks again who is signed in, and forgets lists that tell about users. Unlike the check at load it
 * throws when it fails, and what was known stays (spec §7).
 */
export async function refetchUser(client: QueryClient): Promise<void> {
  try {
    const me = await callApi('GET', '/api/auth/me', { schema: meAnswer });
    client.setQueryData(sessionQuery.queryKey, me);
  } catch (error) {
    console.warn('Failed to refetch user data', error);
    throw error;
  }
  void client.invalidateQueries({ queryKey: ['/api/admin/users'] });
}
