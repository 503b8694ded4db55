/** What the dialog asks of its session and of the server. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { categoriesQuery } from '#lib/queries.ts';
import type { BulkSession } from './bulk-session.ts';
import type { EntryNames } from './draft-fields.tsx';
import { useStore } from './store.ts';

/** Asked for anew whenever the dialog opens (spec §7). */
export function useAllEntryNames(): EntryNames {
  const { data } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  return useMemo(() => {
    const named = (type: 'category' | 'tag') =>
      (data ?? []).filter((entry) => entry.type === type).map(({ name }) => name);
    return { categories: named('category'), tags: named('tag') };
  }, [data]);
}

/** The ids of the drafts; the same list while none comes or goes. */
export function useDraftIds(session: BulkSession): string[] {
  const joined = useStore(session.store, ({ drafts }) => drafts.map(({ id }) => id).join('\0'));
  return useMemo(() => (joined === '' ? [] : joined.split('\0')), [joined]);
}

/** Writes the drafts when the tab is hidden: it may never be shown again. */
export function useFlushWhenHidden(session: BulkSession): void {
  useEffect(() => {
    const onHide = () => void session.flush();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [session]);
}
