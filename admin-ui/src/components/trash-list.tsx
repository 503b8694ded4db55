/** What was deleted and can still come back, of one kind. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { agoText } from '#lib/time-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { Button, IconButton } from './ui/button.tsx';
import { Loading } from './ui/loading.tsx';
import { QueryError } from './ui/page-state.tsx';

interface Trashed {
  id: string;
  title: string;
  deletedAt: string;
  deletedBy: string;
}

interface TrashListProps<Item extends Trashed> {
  query: UseQueryResult<Item[]>;
  restore: { isPending: boolean; mutate: (item: Item) => void };
  purge: ComponentProps<typeof DeleteDialog<Item>>['remove'];
  /** What is asked before one goes for ever. */
  words: (item: Item) => { title: string; text: string };
  /** Stands there while there is nothing. */
  empty: ReactNode;
  className: string;
  rowClass?: string;
  /** Before the words of a row, and below them. */
  picture?: (item: Item) => ReactNode;
  note?: (item: Item) => ReactNode;
}

export function TrashList<Item extends Trashed>(props: TrashListProps<Item>) {
  const { query, restore, purge, words, empty, className, rowClass, picture, note } = props;
  const { t } = useTranslation();
  const [mayRestore, mayPurge] = [useMayWrite(), useMayEnter('purge')];
  const [asked, setAsked] = useState<Item | null>(null);
  if (query.isError) return <QueryError title={t('failedToLoadTrash')} query={query} />;
  if (!query.data) return <Loading label={t('loadingTrash')} />;
  return (
    <>
      {query.data.length === 0 && empty}
      <ul aria-label={t('trash')} className={classNames('divide-y divide-hairline', className)}>
        {query.data.map((item) => (
          <li
            key={item.id}
            aria-label={item.title}
            className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2 py-3', rowClass)}
          >
            {picture?.(item)}
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium wrap-anywhere">{item.title}</p>
              <p className="text-[0.8125rem] text-muted">
                {t('deletedWhen', { when: agoText(item.deletedAt), who: item.deletedBy })}
              </p>
              {note?.(item)}
            </div>
            {mayRestore && (
              <Button
                look="secondary"
                size="sm"
                pending={restore.isPending}
                onClick={() => restore.mutate(item)}
              >
                <Undo2 className="size-4" />
                {t('restoreItem')}
              </Button>
            )}
            {mayPurge && (
              <IconButton
                icon={Trash2}
                label={t('purgeItem', { title: item.title })}
                onClick={() => setAsked(item)}
              />
            )}
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={asked}
        words={(item) => ({ ...words(item), confirm: t('purgeConfirm') })}
        remove={purge}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
