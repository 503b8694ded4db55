import { useQuery } from '@tanstack/react-query';
import { type Area, mayEnter } from './permissions.ts';
import { sessionQuery } from './queries.ts';

/** Whether the person who is signed in may see a part of the panel. */
export function useMayEnter(area: Area): boolean {
  const user = useQuery(sessionQuery).data?.user;
  return user !== undefined && mayEnter(user, area);
}
