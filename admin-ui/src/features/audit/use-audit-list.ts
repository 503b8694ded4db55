import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { auditActors } from '@veldlicht/contract/audit';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { type AuditFilter, auditLine, auditPath, nextBefore } from './audit-pages.ts';

const answer = z.array(auditLine);

/** The audit log, one answer after another. Forgotten with the page, so that each visit is fresh. */
export function useAuditList(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['/api/admin/audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET', auditPath(filter, pageParam), { schema: answer, signal }),
    // Cast: the first answer starts at the newest, the others at an id.
    initialPageParam: null as number | null,
    getNextPageParam: nextBefore,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Everybody who is in the log. */
export const actorsQuery = queryOptions({
  queryKey: ['/api/admin/audit/actors'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/audit/actors', { schema: auditActors, signal }),
  gcTime: 0,
});
