import { useQuery } from '@tanstack/react-query';
import { type AdminCategory, type CategoryType, categoryTypes } from '@veldlicht/contract/category';
import { ListPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { useMayWrite } from '#lib/use-may-write.ts';
import { adminCategoriesQuery } from './categories-query.ts';
import { CategoryPanel } from './category-panel.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';
import { entriesOf } from './list-order.ts';

const CategoryDialog = lazy(async () => ({
  default: (await import('./category-dialog.tsx')).CategoryDialog,
}));
const DeleteManyDialog = lazy(async () => ({
  default: (await import('./delete-many-dialog.tsx')).DeleteManyDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** The dialog that is open; `edit` without an entry makes a new one. */
type Open =
  | { is: 'edit'; entry: AdminCategory | null; type: CategoryType }
  | { is: 'import' }
  | { is: 'deleteMany'; type: CategoryType }
  | null;

/** Categories and tags, side by side, in the owner's order (spec §2). */
export function CategoriesPage() {
  const { t } = useTranslation();
  const writable = useMayWrite();
  // How often each is used changes on other pages.
  const list = useQuery({ ...adminCategoriesQuery, refetchOnMount: 'always' });
  const [open, setOpen] = useState<Open>(null);
  const [deleting, setDeleting] = useState<AdminCategory | null>(null);
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
            <ListPlus aria-hidden="true" className="size-4" />
            {t('bulkImport')}
          </Button>
          <Button onClick={() => add('category')} className="max-sm:flex-1">
            <Plus aria-hidden="true" className="size-4" />
            {t('addCategoryOrTag')}
          </Button>
        </div>
      )}
      {list.isError && !list.data ? (
        <ErrorState
          title={t('failedToLoadCategories')}
          text={reasonText(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
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
              onDeleteMany={() => setOpen({ is: 'deleteMany', type })}
            />
          ))}
        </div>
      )}
      <DeleteCategoryDialog entry={deleting} onClose={() => setDeleting(null)} />
      <Suspense>
        {open?.is === 'edit' && (
          <CategoryDialog entry={open.entry} type={open.type} onClose={close} />
        )}
        {open?.is === 'deleteMany' && (
          <DeleteManyDialog
            type={open.type}
            entries={entriesOf(list.data, open.type)}
            onClose={close}
          />
        )}
        {open?.is === 'import' && <ImportDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
