import { useQueryClient } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { CheckSquare, Images, LayoutGrid, Plus, SearchX, Table2, Trash2 } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { onDemand } from '#components/on-demand.tsx';
import { Button, ToolButton } from '#components/ui/button.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { notify } from '#lib/notify.ts';
import { useOnline } from '#lib/online.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { storedChoice, useStore } from '#lib/store.ts';
import { DeleteItems } from './delete-items.tsx';
import {
  countFilters,
  filterItems,
  filterOf,
  type MediaFilter,
  noFilter,
  orderOf,
  sortOf,
  withFilter,
} from './media-filter.ts';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx';
import { ProtectedPlaces, WaitingDrafts, WatchFolderNotice } from './media-notices.tsx';
import { type Deletion, useLostPictures, useMediaList } from './media-queries.ts';
import { createSearch } from './media-search.ts';
import { SelectionBar, useSelection } from './selection.tsx';
import { rowOfItem } from './table/item-row.ts';
import { useItemRows, useWaitingChanges } from './table/item-rows.ts';
import type { Rows } from './table/row-change.ts';
import { sortAfter } from './table/sort.ts';
import { useChangeMany } from './table/use-change-many.ts';
import { useSameList } from './table/use-table-rows.ts';
import { UnsavedNote } from './unsaved-note.tsx';

const MediaDialog = onDemand(async () => (await import('./form/media-dialog.tsx')).MediaDialog);
const BulkUploadDialog = onDemand(
  async () => (await import('./bulk-upload/bulk-upload-dialog.tsx')).BulkUploadDialog,
);
const BulkEditDialog = onDemand(
  async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog,
);
const TrashDialog = onDemand(async () => (await import('./trash-dialog.tsx')).TrashDialog);
const MediaItemsTable = onDemand(
  async () => (await import('./media-items-table.tsx')).MediaItemsTable,
);
const nothing: readonly MediaItem[] = [];

interface NoMediaProps {
  isSearching: boolean;
  onClearSearch: () => void;
  /** Absent for people who may not write. */
  onAdd: (() => void) | undefined;
}

/** The empty list (spec §2 Media management). */
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

/** Stored in the browser. */
const mediaView = storedChoice('admin-media-view', ['grid', 'table'], () => {});

function ViewChoice() {
  const { t } = useTranslation();
  const view = useStore(mediaView);
  const choices = [
    ['grid', LayoutGrid, 'viewGrid'],
    ['table', Table2, 'viewTable'],
  ] as const;
  return (
    <fieldset aria-label={t('view')} className="ml-1 flex border-l border-hairline pl-1">
      {choices.map(([value, icon, text]) => (
        <ToolButton
          key={value}
          icon={icon}
          label={t(text)}
          aria-pressed={view === value}
          onClick={() => mediaView.set(value)}
        />
      ))}
    </fieldset>
  );
}

/** Shows how many changes of cells wait, and why. */
function WaitingChanges() {
  const { t } = useTranslation();
  const count = useWaitingChanges();
  const isOnline = useOnline();
  return (
    <div role="status" className="mr-2 text-small text-muted">
      {isOnline ? (
        count > 0 && t('saving')
      ) : (
        <UnsavedNote>{count > 0 ? t('offlineWaiting', { count }) : t('offline')}</UnsavedNote>
      )}
    </div>
  );
}

/** Filters the items. In the table a row keeps its place after an edit, until the filter or the list changes. */
function useFiltered(all: readonly MediaItem[], filterKey: string, isTable: boolean) {
  const ids = useSameList(all.map(({ id }) => id));
  const held = useRef<{ ids: readonly string[]; filterKey: string; shown: string[] } | null>(null);
  return useMemo(() => {
    const last = held.current;
    if (isTable && last?.ids === ids && last.filterKey === filterKey) {
      const byId = new Map(all.map((item) => [item.id, item]));
      return last.shown.flatMap((id) => byId.get(id) ?? []);
    }
    const filtered = filterItems(all, JSON.parse(filterKey), Date.now());
    held.current = { ids, filterKey, shown: filtered.map(({ id }) => id) };
    return filtered;
  }, [all, ids, filterKey, isTable]);
}

/** The dialog that is open; `edit` without an item makes a new one. */
type Open =
  | { is: 'edit'; item: MediaItem | null }
  | { is: 'bulkUpload' | 'bulkEdit' | 'trash' }
  | null;

/** Media management (spec §2). */
export function MediaPage() {
  return <MediaManager list={useMediaList()} isWritable={useMayWrite()} rows={useItemRows()} />;
}

interface MediaManagerProps {
  list: ReturnType<typeof useMediaList>;
  isWritable: boolean;
  rows: Rows;
}

/** The page without its queries, so that typing in the search does not run them. */
function MediaManager({ list, isWritable, rows }: MediaManagerProps) {
  const { t } = useTranslation();
  const all = list.data ?? nothing;
  const view = useStore(mediaView);

  const [params, setParams] = useSearchParams();
  const isAdding = params.has('add');
  const [open, setOpen] = useState<Open>(() => {
    if (!isWritable || !isAdding) return null;
    return params.get('add') === 'many' ? { is: 'bulkUpload' } : { is: 'edit', item: null };
  });
  // Linked from another page.
  const asked = isWritable ? all.find(({ id }) => id === params.get('item')) : undefined;
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const filter = filterOf(params);
  const filterKey = JSON.stringify(filter);
  const filtered = useFiltered(all, filterKey, view === 'table');
  const isFiltering = countFilters(filter) > 0;
  const setFilter = (next: MediaFilter) => setParams(withFilter(params, next), { replace: true });
  const lookup = useMemo(() => createSearch(filtered), [filtered]);
  const found = useMemo(() => lookup.find(search), [lookup, search]);
  // The letter and the count paint at once; the cards follow, and the next key interrupts them.
  const shown = useDeferredValue(found);
  useEffect(() => {
    // After the first paint: ten thousand items take milliseconds.
    const timer = setTimeout(lookup.prepare, 50);
    return () => clearTimeout(timer);
  }, [lookup]);

  const page = useRef<HTMLDivElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const foundIds = useMemo(() => found.map(({ id }) => id), [found]);
  const allIds = useMemo(() => all.map(({ id }) => id), [all]);
  const selection = useSelection(page, allIds, foundIds);
  const selected = useMemo(
    () => (selection.ids.size > 0 ? all.filter(({ id }) => selection.ids.has(id)) : nothing),
    [all, selection.ids],
  );
  useEffect(() => {
    // The bar unmounted with the focus.
    if (!selection.active && document.activeElement === document.body)
      selectButton.current?.focus();
  }, [selection.active]);

  const client = useQueryClient();
  const fieldsOf = useCallback(
    (id: string) => {
      const item = client.getQueryData(adminMediaQuery.queryKey)?.find((one) => one.id === id);
      return item && rowOfItem(item).fields;
    },
    [client],
  );
  const apply = useChangeMany(rows, fieldsOf, 'mediaItemsUpdated');
  // Stable, so that typing in the search box leaves the cards alone.
  const edit = useCallback((item: MediaItem) => setOpen({ is: 'edit', item }), []);
  const deleteOne = useCallback(
    (item: MediaItem) => setDeletion({ items: [item], isSelection: false }),
    [],
  );
  const feature = useCallback(
    async ({ id, featured }: MediaItem) => {
      const { isDone } = rows.change([{ ids: [id], change: { featured: !featured } }]);
      if (await isDone) notify.success(t('mediaItemUpdated'));
    },
    [rows, t],
  );
  const addOne = () => setOpen({ is: 'edit', item: null });
  const close = () => {
    setOpen(null);
    if (!isAdding && !params.has('item')) return;
    params.delete('add');
    params.delete('item');
    setParams(params, { replace: true });
  };
  const onLost = useLostPictures();
  const actions = { onFeature: feature, onEdit: edit, onDelete: deleteOne, isWritable };
  const sort = sortOf(filter.order);
  const trash = (
    <Button look="quiet" size="sm" onClick={() => setOpen({ is: 'trash' })}>
      <Trash2 className="size-4 max-sm:hidden" />
      {t('trash')}
    </Button>
  );

  return (
    <div className={view === 'grid' ? 'mx-auto max-w-[88rem]' : 'mx-auto max-w-[120rem]'}>
      <div ref={page} onErrorCapture={onLost} className="flex flex-col gap-3">
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
        {all.length > 0 && <MediaFilters items={all} filter={filter} onFilter={setFilter} />}
        {list.isPending && <MediaGridSkeleton />}
        {list.isError && <QueryError query={list} />}
        {list.data && (
          <>
            {selection.active ? (
              <SelectionBar
                selection={selection}
                shown={foundIds}
                remove={t('deleteSelected')}
                className="sticky top-14 z-20 -mx-4 -my-2 bg-raised md:-mx-8 md:px-8"
                onLeave={selection.leave}
                onEdit={() => setOpen({ is: 'bulkEdit' })}
                onDelete={() => setDeletion({ items: selected, isSelection: true })}
              >
                {trash}
              </SelectionBar>
            ) : (
              <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-2 whitespace-nowrap">
                <p aria-live="polite" className="text-small text-muted tabular-nums">
                  {isSearching || isFiltering
                    ? t('itemCountOf', { shown: String(found.length), total: String(all.length) })
                    : t('itemCount', { count: all.length })}
                </p>
                <div className="ml-auto flex items-center">
                  <WaitingChanges />
                  {trash}
                  {isWritable && found.length > 0 && (
                    <Button ref={selectButton} look="quiet" size="sm" onClick={selection.enter}>
                      <CheckSquare className="size-4 max-sm:hidden" />
                      {t('select')}
                    </Button>
                  )}
                  <ViewChoice />
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
            {/* Stays mounted while nothing is found, so that the next key builds no grid. */}
            {view === 'grid' ? (
              <MediaGrid
                items={shown}
                isSelecting={selection.active}
                selected={selection.ids}
                onSelect={selection.select}
                {...actions}
              />
            ) : (
              <MediaItemsTable
                items={shown}
                rows={rows}
                apply={apply}
                selection={selection}
                sort={sort}
                onSort={(column) =>
                  setFilter({ ...filter, order: orderOf(sortAfter(sort, column)) })
                }
                {...actions}
              />
            )}
          </>
        )}
      </div>
      <DeleteItems
        deletion={deletion}
        rows={rows}
        onClose={() => setDeletion(null)}
        onSelectionDeleted={selection.leave}
      />
      {/* Another person may have changed the same cell. */}
      {!open && !asked && <MergeDialog />}
      {open?.is === 'edit' && <MediaDialog item={open.item} onClose={close} />}
      {!open && asked && <MediaDialog item={asked} onClose={close} />}
      {open?.is === 'trash' && <TrashDialog onClose={close} />}
      {open?.is === 'bulkUpload' && <BulkUploadDialog onClose={close} />}
      {open?.is === 'bulkEdit' && (
        <BulkEditDialog
          of="items"
          rows={selected.map(rowOfItem)}
          onChange={apply}
          onClose={close}
        />
      )}
    </div>
  );
}
