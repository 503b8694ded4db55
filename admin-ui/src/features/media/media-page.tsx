import type { MediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { CheckSquare, Images, Plus, SearchX, Trash2 } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { useStoriesWith } from '#features/stories/stories-with.ts';
import { useMayWrite } from '#lib/permissions.ts';
import {
  countFilters,
  filterItems,
  filterOf,
  type MediaFilter,
  noFilter,
  withFilter,
} from './media-filter.ts';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx';
import {
  BulkUndoBar,
  ProtectedPlaces,
  WaitingDrafts,
  WatchFolderNotice,
} from './media-notices.tsx';
import { type Deletion, useDeleteMedia, useFeatureMedia, useMediaList } from './media-queries.ts';
import { createSearch } from './media-search.ts';
import { SelectionBar, useSelection } from './selection.tsx';

const MediaDialog = lazy(async () => ({
  default: (await import('./form/media-dialog.tsx')).MediaDialog,
}));
const BulkUploadDialog = lazy(async () => ({
  default: (await import('./bulk-upload/bulk-upload-dialog.tsx')).BulkUploadDialog,
}));
const BulkEditDialog = lazy(async () => ({
  default: (await import('./bulk-edit-dialog.tsx')).BulkEditDialog,
}));

const TrashDialog = lazy(async () => ({
  default: (await import('./trash-dialog.tsx')).TrashDialog,
}));

const nothing: readonly MediaItem[] = [];

/** Titles that the question before a deletion names. */
const NAMED = 3;

interface DeleteItemsProps {
  deletion: Deletion | null;
  onClose: () => void;
  onSelectionDeleted: () => void;
}

/** Asks before items go (spec §5 Media deletion). */
function DeleteItems({ deletion, onClose, onSelectionDeleted }: DeleteItemsProps) {
  const { t } = useTranslation();
  const remove = useDeleteMedia(deletion?.isSelection ?? false);
  const stories = useStoriesWith(deletion?.items ?? nothing);
  const standsIn = stories && ` ${t('standsIn', { stories })}`;
  const wordsOf = ({ items, isSelection }: Deletion) => {
    const number = String(items.length);
    const days = String(TRASH_DAYS);
    const title = t('deleteMediaQuestion', { number });
    const titles = items.slice(0, NAMED).map((item) => `“${item.title}”`);
    if (items.length > NAMED) titles.push(t('andMore', { number: String(items.length - NAMED) }));
    if (!isSelection) {
      const text = t('deleteMediaText', { title: items[0]?.title ?? '', days });
      return { title, text: text + standsIn, confirm: t('deleteMediaConfirm') };
    }
    const text = t('deleteItemsText', { titles: titles.join(', '), days });
    return { title, text: text + standsIn, confirm: t('deleteItemsConfirm', { number }) };
  };
  return (
    <DeleteDialog
      item={deletion}
      words={wordsOf}
      remove={{
        ...remove,
        mutate: (items, options) =>
          remove.mutate(items, {
            ...options,
            onSuccess: () => items.isSelection && onSelectionDeleted(),
          }),
      }}
      onClose={onClose}
    />
  );
}

interface NoMediaProps {
  isSearching: boolean;
  onClearSearch: () => void;
  /** Absent for people who may not add. */
  onAdd: (() => void) | undefined;
}

/** Why the grid is empty (spec §2 Media management, Empty list). */
function NoMedia({ isSearching, onClearSearch, onAdd }: NoMediaProps) {
  const { t } = useTranslation();
  if (isSearching)
    return (
      <EmptyState
        icon={<SearchX className="size-7" />}
        title={t('noResultsFound')}
        text={t('noResultsHint')}
        action={
          <Button look="secondary" onClick={onClearSearch}>
            {t('clearSearch')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t('noMediaItems')}
      text={t('noMediaItemsHint')}
      action={onAdd && <Button onClick={onAdd}>{t('addMedia')}</Button>}
    />
  );
}

/** The dialog that is open; `edit` without an item makes a new one. */
type Open =
  | { is: 'edit'; item: MediaItem | null }
  | { is: 'bulkUpload' | 'bulkEdit' | 'trash' }
  | null;

/** Media management (spec §2). */
export function MediaPage() {
  const { mutate } = useFeatureMedia();
  return <MediaManager list={useMediaList()} isWritable={useMayWrite()} onFeature={mutate} />;
}

interface MediaManagerProps {
  list: ReturnType<typeof useMediaList>;
  isWritable: boolean;
  onFeature: (item: MediaItem) => void;
}

/** All but the server's answers: those are asked one level up, so that no key in the search asks them anew. */
function MediaManager({ list, isWritable, onFeature }: MediaManagerProps) {
  const { t } = useTranslation();
  const all = list.data ?? nothing;

  const [params, setParams] = useSearchParams();
  const isAdding = params.has('add');
  const [open, setOpen] = useState<Open>(() => {
    if (!isWritable || !isAdding) return null;
    return params.get('add') === 'many' ? { is: 'bulkUpload' } : { is: 'edit', item: null };
  });
  // Another page led to this item.
  const asked = isWritable ? all.find(({ id }) => id === params.get('item')) : undefined;
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const filter = filterOf(params);
  const filterKey = JSON.stringify(filter);
  const filtered = useMemo(
    () => filterItems(all, JSON.parse(filterKey), Date.now()),
    [all, filterKey],
  );
  const isFiltering = countFilters(filter) > 0;
  const setFilter = (next: MediaFilter) => setParams(withFilter(params, next), { replace: true });
  const lookup = useMemo(() => createSearch(filtered), [filtered]);
  const found = useMemo(() => lookup.find(search), [lookup, search]);
  // A key paints its letter and the count at once; the cards follow, and the next key interrupts them.
  const shown = useDeferredValue(found);
  useEffect(() => {
    // After the first paint: ten thousand items take some milliseconds.
    const timer = setTimeout(lookup.prepare, 50);
    return () => clearTimeout(timer);
  }, [lookup]);

  const page = useRef<HTMLDivElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const selection = useSelection(page, all, found);
  useEffect(() => {
    // The bar went and took the focus along.
    if (!selection.active && document.activeElement === document.body)
      selectButton.current?.focus();
  }, [selection.active]);

  // Stable, so that typing in the search box leaves the cards alone.
  const edit = useCallback((item: MediaItem) => setOpen({ is: 'edit', item }), []);
  const deleteOne = useCallback(
    (item: MediaItem) => setDeletion({ items: [item], isSelection: false }),
    [],
  );
  const addOne = () => setOpen({ is: 'edit', item: null });
  const close = () => {
    setOpen(null);
    if (!isAdding && !params.has('item')) return;
    params.delete('add');
    params.delete('item');
    setParams(params, { replace: true });
  };

  return (
    <div className="mx-auto max-w-[88rem]">
      <div ref={page} className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <SearchBox
            label={t('searchMedia')}
            placeholder={t('searchMediaPlaceholder')}
            value={search}
            onSearch={setSearch}
          />
          {isWritable && (
            <div className="flex gap-2 max-sm:w-full max-sm:flex-wrap max-sm:*:flex-1">
              <Button look="secondary" onClick={() => setOpen({ is: 'bulkUpload' })}>
                <Images className="size-4" />
                {t('bulkUpload')}
              </Button>
              <Button onClick={addOne}>
                <Plus className="size-4" />
                {t('addMedia')}
              </Button>
            </div>
          )}
        </div>
        {isWritable && <ProtectedPlaces items={all} onEdit={edit} />}
        {isWritable && <WatchFolderNotice />}
        {isWritable && <WaitingDrafts onOpen={() => setOpen({ is: 'bulkUpload' })} />}
        {isWritable && <BulkUndoBar />}
        {all.length > 0 && <MediaFilters items={all} filter={filter} onFilter={setFilter} />}
        {list.isPending && <MediaGridSkeleton />}
        {list.isError && <QueryError title={t('failedToLoadMedia')} query={list} />}
        {list.data && (
          <>
            {selection.active ? (
              <SelectionBar
                selection={selection}
                shown={found}
                onEdit={() => setOpen({ is: 'bulkEdit' })}
                onDelete={() => setDeletion({ items: selection.items, isSelection: true })}
              />
            ) : (
              <div className="flex h-10 items-center justify-between gap-4">
                <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
                  {isSearching || isFiltering
                    ? t('itemCountOf', { shown: String(found.length), total: String(all.length) })
                    : t('itemCount', { count: all.length })}
                </p>
                <div className="-mr-3 flex">
                  <Button look="quiet" size="sm" onClick={() => setOpen({ is: 'trash' })}>
                    <Trash2 className="size-4" />
                    {t('trash')}
                  </Button>
                  {isWritable && found.length > 0 && (
                    <Button ref={selectButton} look="quiet" size="sm" onClick={selection.enter}>
                      <CheckSquare className="size-4" />
                      {t('select')}
                    </Button>
                  )}
                </div>
              </div>
            )}
            {found.length === 0 && (
              <NoMedia
                isSearching={isSearching || isFiltering}
                onClearSearch={() => {
                  setSearch('');
                  setFilter({ ...noFilter, order: filter.order });
                }}
                onAdd={isWritable ? addOne : undefined}
              />
            )}
            {/* Stays while nothing is found, so that the next key has no grid to build. */}
            <MediaGrid
              items={shown}
              isWritable={isWritable}
              isSelecting={selection.active}
              selected={selection.ids}
              onSelect={selection.select}
              onFeature={onFeature}
              onEdit={edit}
              onDelete={deleteOne}
            />
          </>
        )}
      </div>
      <DeleteItems
        deletion={deletion}
        onClose={() => setDeletion(null)}
        onSelectionDeleted={selection.leave}
      />
      <Suspense>
        {open?.is === 'edit' && <MediaDialog item={open.item} onClose={close} />}
        {!open && asked && <MediaDialog item={asked} onClose={close} />}
        {open?.is === 'trash' && <TrashDialog onClose={close} />}
        {open?.is === 'bulkUpload' && <BulkUploadDialog onClose={close} />}
        {open?.is === 'bulkEdit' && <BulkEditDialog items={selection.items} onClose={close} />}
      </Suspense>
    </div>
  );
}
