import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
