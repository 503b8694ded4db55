import { useQuery } from '@tanstack/react-query';
import { mayWrite } from './permissions.ts';
import { sessionQuery } from './queries.ts';

/** Whether the person who is signed in may change content. */
export function useMayWrite(): boolean {
  const user = useQuery(sessionQuery).data?.user;
  return user !== undefined && mayWrite(user);
}
