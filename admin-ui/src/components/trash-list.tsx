/** Deleted items of one kind, to restore or to purge. */
import { Trash2, Undo2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import type { Resource } from '#lib/resource.ts';
import { agoText } from '#lib/time-text.ts';
import { ListScreen } from './list-screen.tsx';
import { Button, IconButton } from './ui/button.tsx';
import { Row, RowList } from './ui/rows.tsx';

interface Trashed {
  id: string;
  title: string;
  deletedAt: string;
  deletedBy: string;
}

interface TrashListProps<Item extends Trashed> {
  of: Resource<Item>;
  restore: { isPending: boolean; mutate: (item: Item) => void };
  words: (item: Item) => { title: string; text: string };
  empty: ComponentProps<typeof ListScreen<Item>>['empty'];
  /** Without a frame, inside a dialog. */
  bare?: boolean;
  /** Before the text of a row. */
  picture?: (item: Item) => ReactNode;
  /** Below the text of a row. */
  note?: (item: Item) => ReactNode;
}

export function TrashList<Item extends Trashed>(props: TrashListProps<Item>) {
  const { of, restore, words, empty, bare, picture, note } = props;
  const { t } = useTranslation();
  const [mayRestore, mayPurge] = [useMayWrite(), useMayEnter('purge')];
  return (
    <ListScreen
      of={of}
      empty={empty}
      rows={(rows, actions) => (
        <RowList
          label={t('trash')}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          bare={bare}
        >
          {(item) => (
            <Row
              lead={picture?.(item)}
              title={item.title}
              facts={
                <>
                  <p>{t('deletedWhen', { when: agoText(item.deletedAt), who: item.deletedBy })}</p>
                  {note?.(item)}
                </>
              }
            >
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
                  onClick={() => actions?.remove(item)}
                />
              )}
            </Row>
          )}
        </RowList>
      )}
      deletion={{
        words: (item) => ({ ...words(item), confirm: t('purgeConfirm') }),
        remove: of.useRemove(),
      }}
    />
  );
}
