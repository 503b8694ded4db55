import type { AdminCategory } from '@veldlicht/contract/category';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { PositionField } from './position-field.tsx';
import { shownName } from './shown-name.ts';

export interface RowActions {
  onHandleKey: (entry: AdminCategory, event: KeyboardEvent) => void;
  onHandleBlur: () => void;
  onMove: (entry: AdminCategory, position: number, keepFocus: boolean) => void;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

interface CategoryRowProps {
  entry: AdminCategory;
  position: number;
  /** Id of the sentence that says how to move. */
  hintId: string;
  /** Whether the handle works. */
  movable: boolean;
  /** Null for people who may only look. */
  actions: RowActions | null;
}

function Words({ entry }: { entry: AdminCategory }) {
  const { t } = useTranslation();
  const { itemCount } = entry;
  return (
    <div className="min-w-0 flex-1 py-1 pl-1">
      <p className="leading-snug font-medium wrap-anywhere">{shownName(entry)}</p>
      <p className="text-[0.8125rem] leading-snug text-muted">
        {itemCount > 0 ? t('usedByItems', { count: itemCount }) : t('usedByNone')}
      </p>
    </div>
  );
}

/**
 * One category or tag (spec §2): handle, position, name, edit, delete. Drawn again only when it
 * changes: a scroll draws the rows that are new.
 */
export const CategoryRow = memo(function CategoryRow(props: CategoryRowProps) {
  const { entry, position, hintId, movable, actions } = props;
  const { t } = useTranslation();
  const name = shownName(entry);
  if (!actions)
    return (
      <div className="flex min-h-14 items-center gap-3 px-4">
        <span className="w-6 text-right text-muted tabular-nums">{position}</span>
        <Words entry={entry} />
      </div>
    );
  return (
    <div
      data-swapy-item={entry.id}
      className="group flex min-h-14 items-center gap-1 rounded-md border border-transparent bg-surface py-0.5 pr-1 pl-1 data-swapy-dragging:border-moss data-swapy-dragging:bg-raised sm:pr-2"
    >
      <IconButton
        label={t('moveEntry', { name })}
        aria-describedby={hintId}
        data-swapy-handle=""
        data-control="handle"
        disabled={!movable}
        onKeyDown={(event) => actions.onHandleKey(entry, event)}
        onBlur={actions.onHandleBlur}
        className="w-9 touch-none enabled:cursor-grab! group-data-swapy-dragging:cursor-grabbing! sm:w-10"
      >
        <GripVertical aria-hidden="true" className="pointer-events-none size-4" />
      </IconButton>
      <PositionField
        name={name}
        position={position}
        onMove={(wanted, keepFocus) => actions.onMove(entry, wanted, keepFocus)}
      />
      <Words entry={entry} />
      <div className="flex">
        <IconButton label={t('editEntry', { name })} onClick={() => actions.onEdit(entry)}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={t('deleteEntry', { name })}
          onClick={() => actions.onDelete(entry)}
          className="hover:text-danger"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
});
