import { useQuery } from '@tanstack/react-query';
import { type AdminCategory, type CategoryType, categoryTypes } from '@veldlicht/contract/category';
import type { TFunction } from 'i18next';
import { ListPlus, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton, Spinner } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { entryText } from '#lib/field-words.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryList } from './category-list.tsx';
import { categoryEntries } from './category-queries.ts';
import { ImportDialog } from './import-dialog.tsx';
import { entriesOf } from './list-order.ts';

const words = {
  category: {
    title: 'categories',
    hint: 'categoriesHint',
    search: 'searchCategories',
    empty: 'noCategoriesYet',
    emptyHint: 'noCategoriesHint',
  },
  tag: {
    title: 'tags',
    hint: 'tagsHint',
    search: 'searchTags',
    empty: 'noTagsYet',
    emptyHint: 'noTagsHint',
  },
} as const;

interface PanelProps {
  type: CategoryType;
  /** Undefined while they load. */
  all: readonly AdminCategory[] | undefined;
  writable: boolean;
  onAdd: (type: CategoryType) => void;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

/** Panel of the categories or of the tags (spec §2). */
function CategoryPanel(props: PanelProps) {
  const { type, all, writable, onAdd, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const entries = useMemo(() => entriesOf(all, type), [all, type]);
  const { title, hint, search, empty, emptyHint } = words[type];
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-lg border border-hairline bg-surface"
    >
      <header className="border-b border-hairline px-4 py-3">
        <h2 id={titleId} className="text-base font-semibold">
          {t(title)}{' '}
          {all && (
            <span className="font-normal text-muted tabular-nums">
              {t('entryCount', { number: String(entries.length) })}
            </span>
          )}
        </h2>
        <p className="text-small text-muted">{t(hint)}</p>
      </header>
      {!all && (
        <>
          <p role="status" className="flex items-center gap-2 px-4 py-3 text-muted">
            <Spinner className="size-4" />
            {t('loading')}
          </p>
          <Skeleton className="h-60 rounded-t-none rounded-b-lg" />
        </>
      )}
      {all && entries.length > 0 && (
        <CategoryList
          labelledBy={titleId}
          searchLabel={t(search)}
          entries={entries}
          writable={writable}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
      {all && entries.length === 0 && (
        <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
          <p className="font-medium">{t(empty)}</p>
          <p className="text-muted">{t(emptyHint)}</p>
          {writable && (
            <Button look="secondary" className="mt-4" onClick={() => onAdd(type)}>
              {t('addCategoryOrTag')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Consequence of deleting: a category in use is refused, a tag is removed from its items. */
function consequence(entry: AdminCategory, t: TFunction): string {
  const { type, itemCount } = entry;
  const name = entryText(entry);
  if (itemCount === 0) return t(type === 'tag' ? 'deleteFreeTag' : 'deleteFreeCategory', { name });
  const params = { name, count: itemCount };
  return type === 'tag' ? t('deleteUsedTag', params) : t('deleteUsedCategory', params);
}

/** The open dialog; `edit` without an entry creates one. */
type Open =
  | { is: 'edit'; entry: AdminCategory | null; type: CategoryType }
  | { is: 'import' }
  | null;

/** Categories and tags, side by side, in the owner's order (spec §2). */
export function CategoriesPage() {
  const { t } = useTranslation();
  const writable = useMayWrite();
  const list = useQuery(categoryEntries.fresh);
  const [open, setOpen] = useState<Open>(null);
  const [deleting, setDeleting] = useState<AdminCategory | null>(null);
  const remove = categoryEntries.useRemove();
  const close = () => setOpen(null);
  const add = (type: CategoryType) => setOpen({ is: 'edit', entry: null, type });
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      {writable && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            look="secondary"
            onClick={() => setOpen({ is: 'import' })}
            className="max-sm:flex-1"
          >
            <ListPlus className="size-4" />
            {t('bulkImport')}
          </Button>
          <Button onClick={() => add('category')} className="max-sm:flex-1">
            <Plus className="size-4" />
            {t('addCategoryOrTag')}
          </Button>
        </div>
      )}
      {list.isError && !list.data ? (
        <QueryError query={list} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {categoryTypes.map((type) => (
            <CategoryPanel
              key={type}
              type={type}
              all={list.data}
              writable={writable}
              onAdd={add}
              onEdit={(entry) => setOpen({ is: 'edit', entry, type: entry.type })}
              onDelete={setDeleting}
            />
          ))}
        </div>
      )}
      <DeleteDialog
        item={deleting}
        words={(entry) => ({
          title: t('deleteEntryTitle', { name: entryText(entry) }),
          text: consequence(entry, t),
          confirm: t(entry.type === 'tag' ? 'deleteTagConfirm' : 'deleteCategoryConfirm'),
        })}
        remove={remove}
        onClose={() => setDeleting(null)}
      />
      {open?.is === 'edit' && (
        <CategoryDialog entry={open.entry} type={open.type} onClose={close} />
      )}
      {open?.is === 'import' && <ImportDialog onClose={close} />}
    </div>
  );
}
