import type { MediaItem } from '@veldlicht/contract/media';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { useMayWrite } from '#lib/use-may-write.ts';
import { DeleteMediaDialog } from './delete-media-dialog.tsx';
import { MediaGrid, MediaGridSkeleton } from './grid/media-grid.tsx';
import { CountLine, MediaResults } from './media-results.tsx';
import { createSearch } from './media-search.ts';
import { MediaToolbar } from './media-toolbar.tsx';
import { ProtectedPlaces } from './protected-places.tsx';
import { BulkDeleteDialog } from './selection/bulk-delete-dialog.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useMediaList } from './use-media-list.ts';
import { useFeatureMedia } from './use-media-mutations.ts';
import { useResting } from './use-resting.ts';

const MediaDialog = lazy(async () => ({
  default: (await import('./form/media-dialog.tsx')).MediaDialog,
}));
const BulkUploadDialog = lazy(async () => ({
  default: (await import('./bulk-upload/bulk-upload-dialog.tsx')).BulkUploadDialog,
}));
const BulkEditDialog = lazy(async () => ({
  default: (await import('./selection/bulk-edit-dialog.tsx')).BulkEditDialog,
}));

/** The dialog that is open; `edit` without an item makes a new one. */
type Open =
  | { is: 'edit'; item: MediaItem | null }
  | { is: 'bulkUpload' | 'bulkEdit' | 'bulkDelete' }
  | null;

const nothing: readonly MediaItem[] = [];

/** Media management (spec §2). */
export function MediaPage() {
  const { mutate } = useFeatureMedia();
  return <MediaManager list={useMediaList()} writable={useMayWrite()} onFeature={mutate} />;
}

type MediaList = ReturnType<typeof useMediaList>;

function ListFailure({ list }: { list: MediaList }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('failedToLoadMedia')}
      text={reasonText(list.error)}
      retrying={list.isFetching}
      onRetry={() => list.refetch()}
    />
  );
}

interface MediaManagerProps {
  list: MediaList;
  writable: boolean;
  onFeature: (item: MediaItem) => void;
}

/** All but the server's answers: those are asked one level up, so that no key in the search asks them anew. */
function MediaManager({ list, writable, onFeature }: MediaManagerProps) {
  const all = list.data ?? nothing;

  const [params, setParams] = useSearchParams();
  const adding = params.has('add');
  const [open, setOpen] = useState<Open>(() =>
    writable && adding ? { is: 'edit', item: null } : null,
  );
  const [deleting, setDeleting] = useState<MediaItem | null>(null);

  const [search, setSearch] = useState('');
  const searching = search.trim() !== '';
  const lookup = useMemo(() => createSearch(all), [all]);
  const found = useMemo(() => lookup.find(search), [lookup, search]);
  const resting = useResting(search);
  useEffect(() => {
    // After the first paint: ten thousand items take some milliseconds.
    const timer = setTimeout(lookup.prepare, 50);
    return () => clearTimeout(timer);
  }, [lookup]);

  const page = useRef<HTMLDivElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const selection = useSelection(page, all, found);
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    if (selection.active) return;
    setEntered(false);
    // The bar went and took the focus along.
    if (document.activeElement === document.body) selectButton.current?.focus();
  }, [selection.active]);

  const enterSelection = selection.enter;
  const enter = useCallback(() => {
    setEntered(true);
    enterSelection();
  }, [enterSelection]);

  // Stable, so that typing in the search box leaves the cards and the dialogs alone.
  const edit = useCallback((item: MediaItem) => setOpen({ is: 'edit', item }), []);
  const addOne = useCallback(() => setOpen({ is: 'edit', item: null }), []);
  const addMany = useCallback(() => setOpen({ is: 'bulkUpload' }), []);
  const add = writable ? addOne : undefined;
  const close = useCallback(() => {
    setOpen(null);
    if (adding) setParams({}, { replace: true });
  }, [adding, setParams]);
  const closeDelete = useCallback(() => setDeleting(null), []);

  return (
    <div className="mx-auto max-w-[88rem]">
      <div ref={page} className="flex flex-col gap-3">
        <MediaToolbar
          search={search}
          onSearch={setSearch}
          {...(writable && { onAdd: addOne, onBulkUpload: addMany })}
        />
        {writable && <ProtectedPlaces items={all} onEdit={edit} />}
        {list.isPending && <MediaGridSkeleton />}
        {list.isError && <ListFailure list={list} />}
        {list.data && (
          <>
            {selection.active ? (
              <SelectionBar
                ids={selection.ids}
                shown={found}
                count={selection.items.length}
                takeFocus={entered}
                onSelectShown={selection.selectShown}
                onClear={selection.clear}
                onEdit={() => setOpen({ is: 'bulkEdit' })}
                onDelete={() => setOpen({ is: 'bulkDelete' })}
                onLeave={selection.leave}
              />
            ) : (
              <CountLine
                shown={found.length}
                total={all.length}
                searching={searching}
                selectButton={selectButton}
                onSelect={writable ? enter : undefined}
              />
            )}
            <MediaResults
              found={found}
              searching={searching}
              onClearSearch={() => setSearch('')}
              onAdd={add}
            >
              <MediaGrid
                items={found}
                writable={writable}
                selecting={selection.active}
                selected={selection.ids}
                resting={resting}
                onSelect={selection.select}
                onFeature={onFeature}
                onEdit={edit}
                onDelete={setDeleting}
              />
            </MediaResults>
          </>
        )}
      </div>
      <DeleteMediaDialog item={deleting} onClose={closeDelete} />
      <BulkDeleteDialog
        open={open?.is === 'bulkDelete'}
        items={selection.items}
        onClose={close}
        onDeleted={selection.leave}
      />
      <Suspense>
        {open?.is === 'edit' && <MediaDialog item={open.item} onClose={close} />}
        {open?.is === 'bulkUpload' && <BulkUploadDialog onClose={close} />}
        {open?.is === 'bulkEdit' && <BulkEditDialog items={selection.items} onClose={close} />}
      </Suspense>
    </div>
  );
}
