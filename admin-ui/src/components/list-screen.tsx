/** A screen with a list: loading, error, empty and filled; search, dialog and the question before deleting. */
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';
import { useMayWrite } from '#lib/permissions.ts';
import type { Resource } from '#lib/resource.ts';
import { DeleteDialog, type DeleteWords } from './delete-dialog.tsx';
import { Button } from './ui/button.tsx';
import { ViewChips } from './ui/chips.tsx';
import { Spinner } from './ui/loading.tsx';
import { EmptyState, QueryError } from './ui/page-state.tsx';
import { SearchBox } from './ui/search-box.tsx';
import { Select } from './ui/select.tsx';

/** Row actions for users who may write. */
export interface RowActions<Item> {
  edit: (item: Item) => void;
  remove: (item: Item) => void;
}

interface Find<Item, View extends string> {
  label: PlainTextKey;
  placeholder?: PlainTextKey;
  /**
   * Filters the items. Must be a stable function, so that it only runs for new text. `opened` is the id of the item
   * opened last in this view, which should stay.
   */
  found: (
    items: readonly Item[],
    typed: string,
    view: View,
    opened: string | null,
  ) => readonly Item[];
  /** Views of the list, of which the first shows all; chips with `sizes`, else a select. */
  views?: {
    label: PlainTextKey;
    choices: ReadonlyArray<readonly [View, PlainTextKey]>;
    sizes?: (items: readonly Item[]) => Record<View, number>;
  };
  count?: (shown: number, total: number) => string;
  none?: { title: PlainTextKey; hint?: PlainTextKey };
}

interface ListScreenProps<Item extends object, View extends string> {
  of: Pick<Resource<Item>, 'fresh' | 'idOf'>;
  intro?: PlainTextKey;
  empty?: { title: PlainTextKey; hint?: PlainTextKey; icon?: LucideIcon };
  add?: { label: PlainTextKey; icon?: LucideIcon };
  find?: Find<Item, View>;
  /** Replaces the list while this view is chosen. */
  otherView?: Partial<Record<View, ReactNode>>;
  /** Renders the rows; items are undefined while loading, actions null without write permission. */
  rows: (items: readonly Item[] | undefined, actions: RowActions<Item> | null) => ReactNode;
  /** The dialog that adds (null) or changes an item. */
  editor?: (item: Item | null, close: () => void, all: readonly Item[]) => ReactNode;
  onOpen?: (item: Item) => void;
  deletion?: {
    words: (item: Item) => DeleteWords;
    remove: Parameters<typeof DeleteDialog<Item>>[0]['remove'];
  };
  /** Overrides who may change the list; editors and admins by default. */
  mayChange?: boolean;
  children?: ReactNode;
}

/** The item open in the dialog: null for a new one, undefined for none. `?open=<id>` opens one by link. */
function useOpen<Item>(items: readonly Item[] | undefined, idOf: (item: Item) => string) {
  const [chosen, setOpen] = useState<Item | null | undefined>(undefined);
  const [params, setParams] = useSearchParams();
  const linked = params.get('open');
  const open = chosen === undefined ? items?.find((item) => idOf(item) === linked) : chosen;
  const close = () => {
    setOpen(undefined);
    if (linked !== null) setParams({}, { replace: true });
  };
  return { open, setOpen, close };
}

export function ListScreen<Item extends object, View extends string = 'all'>(
  props: ListScreenProps<Item, View>,
) {
  const { of, intro, empty, add, find, editor, deletion } = props;
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const isWriter = props.mayChange ?? mayWrite;
  const query = useQuery(of.fresh);
  const { open, setOpen, close } = useOpen(query.data, of.idOf);
  const [asked, setAsked] = useState<Item | null>(null);
  const search = useFind(query.data, find, isWriter);
  const latest = useRef(props.onOpen);
  latest.current = props.onOpen;
  // Stable, so that rows do not render again.
  const [actions] = useState<RowActions<Item>>(() => ({
    edit: (item) => {
      setOpen(item);
      search.setOpened(of.idOf(item));
      latest.current?.(item);
    },
    remove: setAsked,
  }));
  const AddIcon = add?.icon ?? Plus;
  const EmptyIcon = empty?.icon;
  const addButton = isWriter && add && (
    <Button disabled={!query.data} onClick={() => setOpen(null)} className="max-sm:w-full">
      <AddIcon className="size-4" />
      {t(add.label)}
    </Button>
  );
  const other = props.otherView?.[search.view];
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-3">
      {(intro || !find) && (
        <div className="flex flex-wrap items-center justify-end gap-3 empty:hidden">
          {intro && <p className="mr-auto max-w-prose flex-1 basis-64 text-muted">{t(intro)}</p>}
          {!find && addButton}
        </div>
      )}
      {find && (
        <div className="flex flex-wrap items-center gap-2">
          {search.fields}
          {addButton}
        </div>
      )}
      {other ?? (
        <>
          {query.isPending && (
            <>
              <p role="status" className="flex items-center gap-2 text-muted">
                <Spinner className="size-4" />
                {t('loading')}
              </p>
              {props.rows(undefined, null)}
            </>
          )}
          {query.isError && !query.data && <QueryError query={query} />}
          {query.data?.length === 0 && empty && (
            <EmptyState
              icon={EmptyIcon && <EmptyIcon className="size-7" />}
              title={t(empty.title)}
              text={empty.hint && isWriter ? t(empty.hint) : undefined}
            />
          )}
          {query.data && query.data.length > 0 && (
            <>
              {search.notes}
              {search.found.length > 0 && (
                <div aria-busy={query.isFetching}>
                  {props.rows(search.found, isWriter ? actions : null)}
                </div>
              )}
            </>
          )}
        </>
      )}
      {props.children}
      {deletion && <DeleteDialog item={asked} {...deletion} onClose={() => setAsked(null)} />}
      {isWriter && open !== undefined && editor?.(open, close, query.data ?? [])}
    </div>
  );
}

/** Search and views of a list: fields, results and messages. */
function useFind<Item, View extends string>(
  items: readonly Item[] | undefined,
  find: Find<Item, View> | undefined,
  isWriter: boolean,
) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const choices = find?.views?.choices ?? [];
  // Cast: without views there is a single one, which is never read.
  const all = choices[0]?.[0] ?? ('all' as View);
  const [{ view, opened }, setView] = useState({ view: all, opened: null as string | null });
  const setOpened = (id: string) => setView((now) => ({ ...now, opened: id }));
  const choose = (next: View) => setView({ view: next, opened: null });
  // The letter appears at once; results follow.
  const wanted = useDeferredValue(typed);
  const foundBy = find?.found;
  const found = useMemo(
    () => (items && foundBy ? foundBy(items, wanted, view, opened) : (items ?? [])),
    [items, foundBy, wanted, view, opened],
  );
  const isSearch = wanted.trim() !== '' || view !== all;
  const fields = find && (
    <>
      <SearchBox
        label={t(find.label)}
        placeholder={t(find.placeholder ?? find.label)}
        value={typed}
        onSearch={setTyped}
      />
      {find.views?.sizes ? (
        <ViewChips
          label={t(find.views.label)}
          choices={choices.map(([value, label]) => ({ value, label: t(label) }))}
          sizes={find.views.sizes(items ?? [])}
          chosen={view}
          onChoose={choose}
        />
      ) : (
        find.views && (
          <Select
            aria-label={t(find.views.label)}
            className="flex w-48 max-sm:w-full"
            options={choices.map(([value, label]) => ({ value, label: t(label) }))}
            value={view}
            onChange={choose}
          />
        )
      )}
    </>
  );
  const { title, hint } = find?.none ?? { title: 'noResultsFound' };
  const notes = find && items && (
    <>
      {find.count && (
        <p aria-live="polite" className="text-small text-muted tabular-nums">
          {find.count(found.length, items.length)}
        </p>
      )}
      {found.length === 0 && isSearch && (
        <EmptyState
          title={t(wanted.trim() === '' ? 'noneOfView' : title)}
          text={hint && isWriter ? t(hint) : undefined}
          action={
            <Button
              look="secondary"
              onClick={() => {
                setTyped('');
                choose(all);
              }}
            >
              {t('showAll')}
            </Button>
          }
        />
      )}
    </>
  );
  return { view, setOpened, fields, found, notes };
}
