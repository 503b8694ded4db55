import type { AdminCategory, CategoryType } from '@veldlicht/contract/category';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog, Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { useDeleteCategories } from './category-queries.ts';
import { shownName } from './list-order.ts';

interface DeleteManyDialogProps {
  type: CategoryType;
  entries: readonly AdminCategory[];
  onClose: () => void;
}

/** Chooses many categories or tags and deletes them in one call; a category in use can't be chosen. */
export function DeleteManyDialog({ type, entries, onClose }: DeleteManyDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteCategories();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const found = findEntries(entries, shownName, typed);
  const isKept = ({ itemCount }: AdminCategory) => type === 'category' && itemCount > 0;
  const unused = entries.filter(({ itemCount }) => itemCount === 0);
  const taken = entries.filter(({ id, itemCount }) => chosen.has(id) && itemCount > 0);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const count = chosen.size;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (count > 0) setAsking(true);
  };
  return (
    <Dialog open onClose={onClose} title={t(type === 'tag' ? 'deleteTags' : 'deleteCategories')}>
      {entries.length > LONG_LIST && (
        <div className="flex border-b border-hairline px-4 py-3 sm:px-6">
          <SearchBox
            label={t(type === 'tag' ? 'searchTags' : 'searchCategories')}
            placeholder={t('searchEntriesHint')}
            value={typed}
            onSearch={setTyped}
          />
        </div>
      )}
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <Button
            look="secondary"
            size="sm"
            disabled={unused.length === 0}
            onClick={() => setChosen(new Set(unused.map(({ id }) => id)))}
          >
            {t('selectUnused', { count: unused.length })}
          </Button>
          {found.length === 0 && <p className="mt-3 text-muted">{t('noneFound')}</p>}
          <ul className="mt-3 divide-y divide-hairline">
            {found.map((entry) => (
              <li
                key={entry.id}
                className="[contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
              >
                <label className="flex min-h-12 items-center gap-3 py-1">
                  <input
                    type="checkbox"
                    checked={chosen.has(entry.id)}
                    disabled={isKept(entry)}
                    onChange={() => toggle(entry.id)}
                    className="size-4 shrink-0 accent-moss"
                  />
                  <span className="min-w-0 flex-1 wrap-anywhere">{shownName(entry)}</span>
                  <span className="shrink-0 text-[0.8125rem] text-muted">
                    {entry.itemCount > 0
                      ? t('itemCount', { count: entry.itemCount })
                      : t('usedByNone')}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <p aria-live="polite" className="mr-auto text-muted tabular-nums">
            {count > 0 && t('selectedEntries', { count })}
          </p>
          <Button look="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" look="danger" disabled={count === 0}>
            {t('deleteSelectedEntries')}
          </Button>
        </DialogFooter>
      </form>
      <ConfirmDialog
        open={asking}
        danger
        title={t(type === 'tag' ? 'deleteTagsQuestion' : 'deleteCategoriesQuestion', { count })}
        text={`${taken.length > 0 ? `${t('deleteTagsTaken', { count: taken.length })} ` : ''}${t('deleteManyText')}`}
        confirm={t('deleteSelectedEntries')}
        pending={remove.isPending}
        onCancel={() => !remove.isPending && setAsking(false)}
        onConfirm={() => remove.mutate([...chosen], { onSettled: onClose })}
      />
    </Dialog>
  );
}
