import type { AdminCategory, CategoryType } from '@veldlicht/contract/category';
import { ListX } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { CategoryList } from './category-list.tsx';
import { entriesOf } from './list-order.ts';

const words = {
  category: {
    title: 'categories',
    hint: 'categoriesHint',
    search: 'searchCategories',
    loading: 'loadingCategories',
    empty: 'noCategoriesYet',
    emptyHint: 'noCategoriesHint',
  },
  tag: {
    title: 'tags',
    hint: 'tagsHint',
    search: 'searchTags',
    loading: 'loadingTags',
    empty: 'noTagsYet',
    emptyHint: 'noTagsHint',
  },
} as const;

const widths = ['w-24', 'w-36', 'w-20', 'w-28'] as const;

function PanelSkeleton({ type }: { type: CategoryType }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="flex items-center gap-2 px-4 py-3 text-muted">
        <Spinner className="size-4" />
        {t(words[type].loading)}
      </p>
      <div aria-hidden="true" className="divide-y divide-hairline border-t border-hairline">
        {widths.map((width) => (
          <div key={width} className="flex min-h-15 items-center gap-3 px-4">
            <Skeleton className="size-5" />
            <Skeleton className="h-9 w-14" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
      </div>
    </>
  );
}

interface PanelProps {
  type: CategoryType;
  /** Undefined while they load. */
  all: readonly AdminCategory[] | undefined;
  writable: boolean;
  onAdd: (type: CategoryType) => void;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
  onDeleteMany: () => void;
}

/** The categories, or the tags (spec §2): heading with count, and the list or why there is none. */
export function CategoryPanel(props: PanelProps) {
  const { type, all, writable, onAdd, onEdit, onDelete, onDeleteMany } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const entries = entriesOf(all, type);
  const { title, hint, search, empty, emptyHint } = words[type];
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-lg border border-hairline bg-surface"
    >
      <header className="flex items-start justify-between gap-3 border-b border-hairline px-4 py-3">
        <div className="min-w-0">
          <h2 id={titleId} className="text-base font-semibold">
            {t(title)}{' '}
            {all && (
              <span className="font-normal text-muted tabular-nums">
                {t('entryCount', { number: String(entries.length) })}
              </span>
            )}
          </h2>
          <p className="text-[0.8125rem] text-muted">{t(hint)}</p>
        </div>
        {writable && entries.length > 1 && (
          <IconButton
            label={t(type === 'tag' ? 'deleteTags' : 'deleteCategories')}
            onClick={onDeleteMany}
            className="hover:text-danger"
          >
            <ListX aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </header>
      {!all && <PanelSkeleton type={type} />}
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
