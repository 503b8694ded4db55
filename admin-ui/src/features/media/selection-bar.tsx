import { Pencil, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';

interface SelectionBarProps {
  ids: ReadonlySet<string>;
  /** The items in the grid now. */
  shown: readonly { id: string }[];
  /** How many are selected, shown or not. */
  count: number;
  /** Entered by its button rather than by a card: the focus moves here. */
  takeFocus: boolean;
  onSelectShown: (on: boolean) => void;
  onClear: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onLeave: () => void;
}

/** What can be done with the selection; stays in view (spec §2 Media management, Selection mode). */
export function SelectionBar(props: SelectionBarProps) {
  const { ids, shown, count, takeFocus } = props;
  const { t } = useTranslation();
  const shownCount = shown.filter(({ id }) => ids.has(id)).length;
  const isAll = shown.length > 0 && shownCount === shown.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takeFocus) box.current?.focus();
  }, [takeFocus]);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shownCount > 0 && !isAll;
  }, [shownCount, isAll]);
  const hidden = count - shownCount;
  return (
    <section
      aria-label={t('selection')}
      className="sticky top-14 z-20 -mx-4 -my-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline bg-raised px-4 py-2 md:-mx-8 md:px-8"
    >
      <IconButton label={t('leaveSelection')} onClick={props.onLeave} className="-mx-2 size-8">
        <X aria-hidden="true" className="size-4" />
      </IconButton>
      <label className="flex min-h-8 items-center gap-2">
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          disabled={shown.length === 0}
          onChange={(event) => props.onSelectShown(event.target.checked)}
          className="size-[1.125rem] accent-moss"
        />
        <span className="max-sm:sr-only">{t('selectAllShown')}</span>
      </label>
      <p aria-live="polite" className="flex-auto tabular-nums">
        <span className="font-medium">{t('itemsSelected', { number: String(count) })}</span>
        {hidden > 0 && (
          <span className="ml-2 text-[0.8125rem] text-muted">
            {t('selectedOutOfView', { number: String(hidden) })}
          </span>
        )}
      </p>
      <div className="-ml-3 flex flex-wrap items-center gap-2 max-sm:-mx-2.5 max-sm:w-[calc(100%+1.25rem)] max-sm:gap-1.5 max-sm:*:px-2.5">
        <Button look="quiet" size="sm" disabled={count === 0} onClick={props.onClear}>
          {t('deselectAll')}
        </Button>
        <Button look="secondary" size="sm" disabled={count === 0} onClick={props.onEdit}>
          <Pencil aria-hidden="true" className="size-4 max-sm:hidden" />
          {t('bulkEdit')}
        </Button>
        <Button look="danger" size="sm" disabled={count === 0} onClick={props.onDelete}>
          <Trash2 aria-hidden="true" className="size-4 max-sm:hidden" />
          {t('deleteSelected')}
        </Button>
      </div>
    </section>
  );
}
