import type { MediaItem } from '@veldlicht/contract/media';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { EmptyState, ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { useMayWrite } from '#lib/use-may-write.ts';
import { DeleteMediaDialog } from './delete-media-dialog.tsx';
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx';
import { searchMedia } from './media-search.ts';
import { MediaToolbar } from './media-toolbar.tsx';
import { useMediaList } from './use-media-list.ts';
import { useFeatureMedia } from './use-media-mutations.ts';

const loadMediaDialog = () => import('./form/media-dialog.tsx');
const MediaDialog = lazy(async () => ({ default: (await loadMediaDialog()).MediaDialog }));

/** What the dialog works on: a new item, or one that exists. */
type Editing = { item: MediaItem | null } | null;

/** Media management (spec §2). */
export function MediaPage() {
  const { t } = useTranslation();
  const list = useMediaList();
  const writable = useMayWrite();
  const feature = useFeatureMedia();

  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState<Editing>(() =>
    writable && params.has('add') ? { item: null } : null,
  );
  const [deleting, setDeleting] = useState<MediaItem | null>(null);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchMedia(list.data ?? [], wanted), [list.data, wanted]);

  // Stable, so that typing in the search box leaves the cards alone.
  const edit = useCallback((item: MediaItem) => setEditing({ item }), []);
  const add = () => setEditing({ item: null });
  const closeDialog = () => {
    setEditing(null);
    if (params.has('add')) setParams({}, { replace: true });
  };

  return (
    <div className="mx-auto flex max-w-[88rem] flex-col gap-4">
      <MediaToolbar search={search} onSearch={setSearch} onAdd={writable ? add : undefined} />
      {list.isPending && <MediaGridSkeleton />}
      {list.isError && (
        <ErrorState
          title={t('failedToLoadMedia')}
          text={reasonText(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data && (
        <>
          <p
            aria-live="polite"
            className={classNames(
              'text-[0.8125rem] text-muted',
              list.data.length === 0 && 'sr-only',
            )}
          >
            {wanted.trim()
              ? t('itemCountOf', { shown: String(found.length), total: String(list.data.length) })
              : t('itemCount', { count: list.data.length })}
          </p>
          {found.length > 0 && (
            <MediaGrid
              items={found}
              writable={writable}
              onFeature={feature.mutate}
              onEdit={edit}
              onDelete={setDeleting}
            />
          )}
          {found.length === 0 && wanted.trim() && (
            <EmptyState
              icon={<SearchX aria-hidden="true" className="size-7" />}
              title={t('noResultsFound')}
              text={t('noResultsHint')}
              action={
                <Button look="secondary" onClick={() => setSearch('')}>
                  {t('clearSearch')}
                </Button>
              }
            />
          )}
          {list.data.length === 0 && !wanted.trim() && (
            <EmptyState
              title={t('noMediaItems')}
              text={t('noMediaItemsHint')}
              action={writable && <Button onClick={add}>{t('addMedia')}</Button>}
            />
          )}
        </>
      )}
      <DeleteMediaDialog item={deleting} onClose={() => setDeleting(null)} />
      {editing && (
        <Suspense>
          <MediaDialog item={editing.item} onClose={closeDialog} />
        </Suspense>
      )}
    </div>
  );
}
