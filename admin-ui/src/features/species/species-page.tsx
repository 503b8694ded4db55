/** All species there are: those of the list, and what the owner added or corrected. */
import { useQuery } from '@tanstack/react-query';
import type { Species } from '@veldlicht/contract/species';
import { Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { Select } from '#components/ui/select.tsx';
import { useMayWrite } from '#lib/permissions.ts';
import { useWindowRows } from '#lib/window-rows.ts';
import { SpeciesDialog } from './species-dialog.tsx';
import { useTakeBackSpecies } from './species-queries.ts';
import {
  bothNames,
  type SpeciesView,
  speciesIndex,
  speciesQuery,
  speciesViews,
  viewSpecies,
} from './species-search.ts';

interface RowActions {
  onCorrect: (species: Species) => void;
  onTakeBack: (species: Species) => void;
}

/** The items of the media page that show a species. */
const itemsPath = ({ scientificName: species }: Species) =>
  `/media?${new URLSearchParams({ species })}`;

interface SpeciesRowProps {
  species: Species;
  /** Null for people who may only look. */
  actions: RowActions | null;
}

const SpeciesRow = memo(function SpeciesRow({ species, actions }: SpeciesRowProps) {
  const { t } = useTranslation();
  const { dutchName, scientificName, englishName, group, family, own, listed, items } = species;
  const name = bothNames(species);
  const TakeBack = listed ? Undo2 : Trash2;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5 pr-1 pl-4 sm:pr-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="leading-snug wrap-anywhere">
          {dutchName && <span className="font-medium">{dutchName} </span>}
          <i lang="la" className={dutchName ? 'text-muted' : 'font-medium'}>
            {scientificName}
          </i>
        </p>
        <p className="text-[0.8125rem] leading-snug wrap-anywhere text-muted">
          {[englishName, t(`group:${group}`), family].filter(Boolean).join(' · ')}
        </p>
      </div>
      {actions && (
        <div className="flex sm:order-last">
          <IconButton
            icon={Pencil}
            label={t('correctNamed', { name })}
            onClick={() => actions.onCorrect(species)}
          />
          {own ? (
            <IconButton
              icon={TakeBack}
              label={t(listed ? 'undoCorrection' : 'removeOneSpecies', { name })}
              onClick={() => actions.onTakeBack(species)}
              className={listed ? undefined : 'hover:text-danger'}
            />
          ) : (
            <span className="size-10 max-sm:hidden" />
          )}
        </div>
      )}
      {(own || items > 0) && (
        <div className="flex items-center gap-3 max-sm:w-full">
          {own && <Badge look="outline">{t(listed ? 'correctedHere' : 'addedHere')}</Badge>}
          {items > 0 && (
            <Link
              to={itemsPath(species)}
              aria-label={t('itemsShowing', { count: items, name })}
              className="inline-flex min-h-8 items-center text-[0.8125rem] tabular-nums underline underline-offset-2 sm:min-w-16 sm:justify-end"
            >
              {t('itemCount', { count: items })}
            </Link>
          )}
        </div>
      )}
    </div>
  );
});

/** Pixels of a row with a name of one line; the true height is measured. */
const ROW_HEIGHT = 57;

interface SpeciesListProps {
  list: readonly Species[];
  isBusy: boolean;
  actions: RowActions | null;
}

/** Thousands of rows, of which those near the window are in the document. */
function SpeciesList({ list, isBusy, actions }: SpeciesListProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const place = list.findIndex(({ scientificName }) => scientificName === focused);
  const { rows, height, virtualizer } = useWindowRows(element, {
    ...{ count: list.length, focused: place < 0 ? null : place, overscan: 8 },
    estimateSize: () => ROW_HEIGHT,
    more: {
      useFlushSync: false,
      getItemKey: useCallback((row: number) => list[row]?.scientificName ?? row, [list]),
    },
  });
  return (
    <ul
      data-list=""
      ref={element}
      aria-label={t('species')}
      aria-busy={isBusy}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.name ?? null)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(null);
      }}
      className="relative rounded-lg border border-hairline bg-surface [overflow-anchor:none]"
      style={{ height: height + 2 }}
    >
      {rows.map(({ index, key, start }) => {
        const species = list[index];
        return (
          species && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-name={species.scientificName}
              aria-setsize={list.length}
              aria-posinset={index + 1}
              className={`absolute inset-x-0 border-hairline ${index > 0 ? 'border-t' : ''}`}
              style={{ top: start }}
            >
              <SpeciesRow species={species} actions={actions} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function SpeciesSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div
        aria-hidden="true"
        className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
      >
        {['w-48', 'w-64', 'w-40', 'w-56', 'w-44', 'w-60'].map((width) => (
          <div key={width} className="flex min-h-14 flex-col justify-center gap-2 px-4">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
    </>
  );
}

interface TakeBackDialogProps {
  species: Species | null;
  onClose: () => void;
}

/** Asks before an own species goes or a correction is undone, and says what becomes of the items that show it. */
function TakeBackDialog({ species, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation();
  const remove = useTakeBackSpecies();
  if (species && !species.listed && species.items > 0)
    return (
      <ConfirmDialog
        open
        title={t('removeOneSpecies', { name: bothNames(species) })}
        text={t('speciesStays', { count: species.items })}
        onCancel={onClose}
      >
        <Link to={itemsPath(species)} className={`${buttonClass()} mt-4`}>
          {t('showItems')}
        </Link>
      </ConfirmDialog>
    );
  return (
    <DeleteDialog
      item={species}
      words={(one) => ({
        title: t(one.listed ? 'undoCorrection' : 'removeOneSpecies', { name: bothNames(one) }),
        text: !one.listed
          ? t('removeSpeciesText')
          : one.items === 0
            ? t('undoCorrectionText')
            : `${t('undoCorrectionText')} ${t('undoCorrectionShown', { count: one.items })}`,
        confirm: t(one.listed ? 'undo' : 'remove'),
      })}
      remove={remove}
      onClose={onClose}
    />
  );
}

/** The dialog that is open; without a species it adds one. */
type Open = { species: Species | null } | null;

export function SpeciesPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  // How many items show each changes on other pages.
  const query = useQuery({ ...speciesQuery, refetchOnMount: 'always' });
  const index = query.data && speciesIndex(query.data);
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<SpeciesView>('all');
  const [open, setOpen] = useState<Open>(null);
  const [takenBack, setTakenBack] = useState<Species | null>(null);
  // A key paints its letter at once; what it finds follows.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => index && viewSpecies(index, view, wanted), [index, view, wanted]);
  // The same for good, so that rows are not drawn again for it.
  const [actions] = useState<RowActions>(() => ({
    onCorrect: (species) => setOpen({ species }),
    onTakeBack: setTakenBack,
  }));
  const close = () => setOpen(null);
  const isSearch = wanted.trim() !== '' || view !== 'all';
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3">
      <p className="max-w-prose text-muted">{t('speciesText')}</p>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label={t('searchSpecies')}
          placeholder={t('searchSpeciesHint')}
          value={typed}
          onSearch={setTyped}
        />
        <Select
          aria-label={t('speciesView')}
          className="flex w-48 max-sm:w-full"
          options={speciesViews.map((value) => ({ value, label: t(`speciesView:${value}`) }))}
          value={view}
          onChange={setView}
        />
        {mayWrite && (
          <Button disabled={!index} onClick={() => setOpen({ species: null })}>
            <Plus className="size-4" />
            {t('addOneSpecies')}
          </Button>
        )}
      </div>
      {query.isPending && <SpeciesSkeleton />}
      {query.isError && <QueryError title={t('failedToLoadSpecies')} query={query} />}
      {index && found && (
        <>
          <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
            {isSearch
              ? t('speciesCountOf', {
                  shown: String(found.length),
                  total: String(index.list.length),
                })
              : t('speciesCount', { count: index.list.length })}
          </p>
          {found.length === 0 ? (
            <EmptyState
              title={t(wanted.trim() === '' ? 'noneOfView' : 'speciesUnknown')}
              text={mayWrite ? t('noSpeciesHint') : undefined}
              action={
                isSearch && (
                  <Button
                    look="secondary"
                    onClick={() => {
                      setTyped('');
                      setView('all');
                    }}
                  >
                    {t('showAllSpecies')}
                  </Button>
                )
              }
            />
          ) : (
            <SpeciesList
              list={found}
              isBusy={query.isFetching}
              actions={mayWrite ? actions : null}
            />
          )}
        </>
      )}
      <TakeBackDialog species={takenBack} onClose={() => setTakenBack(null)} />
      {open && <SpeciesDialog species={open.species} all={query.data ?? []} onClose={close} />}
    </div>
  );
}
