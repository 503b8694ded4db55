import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { AdminCategory, CategoryType } from '@veldlicht/contract/category';
import { type SubmitEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST, rowHeight, withFocusedRow } from '#lib/long-list.ts';
import { useDeleteCategories } from './category-queries.ts';
import { shownName } from './list-order.ts';

/** Pixels of a row with a name of one line; the true height is measured. */
const ROW_HEIGHT = 49;

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
  const [focused, setFocused] = useState<number | null>(null);
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const found = findEntries(entries, shownName, typed);
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: found.length,
    getScrollElement: () => body,
    estimateSize: () => ROW_HEIGHT,
    measureElement: rowHeight,
    overscan: 6,
    rangeExtractor: useCallback(
      (range) => withFocusedRow(defaultRangeExtractor(range), focused, range.count),
      [focused],
    ),
  });
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
        <DialogBody ref={setBody}>
          <Button
            look="secondary"
            size="sm"
            disabled={unused.length === 0}
            onClick={() => setChosen(new Set(unused.map(({ id }) => id)))}
          >
            {t('selectUnused', { count: unused.length })}
          </Button>
          {found.length === 0 && <p className="mt-3 text-muted">{t('noneFound')}</p>}
          <ul
            onFocus={({ target }) => setFocused(Number(target.closest('li')?.dataset.index))}
            // Within the list, the next row must still be there when the focus comes.
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) setFocused(null);
            }}
            className="relative mt-3 [overflow-anchor:none]"
            style={{ height: rows.getTotalSize() }}
          >
            {rows.getVirtualItems().map(({ index, start }) => {
              const entry = found[index];
              return (
                entry && (
                  <li
                    key={index}
                    ref={rows.measureElement}
                    data-index={index}
                    aria-setsize={found.length}
                    aria-posinset={index + 1}
                    className={classNames(
                      'absolute inset-x-0 border-hairline',
                      index > 0 && 'border-t',
                    )}
                    style={{ top: start }}
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
                          ? t('usedByItems', { count: entry.itemCount })
                          : t('usedByNone')}
                      </span>
                    </label>
                  </li>
                )
              );
            })}
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
