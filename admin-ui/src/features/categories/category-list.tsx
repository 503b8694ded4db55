import type { AdminCategory } from '@veldlicht/contract/category';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryRow } from './category-row.tsx';
import { shownName } from './shown-name.ts';
import { useListOrder } from './use-list-order.ts';

interface CategoryListProps {
  /** Id of the heading above it. */
  labelledBy: string;
  entries: readonly AdminCategory[];
  writable: boolean;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

/**
 * The rows of one panel. Slots stay and items change places between them, which is what swapy asks
 * for; each item is the only child of its slot.
 */
export function CategoryList({
  labelledBy,
  entries,
  writable,
  onEdit,
  onDelete,
}: CategoryListProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const announce = useCallback(
    (entry: AdminCategory, position: number, total: number) =>
      setSaid(
        t('nowAtPosition', {
          name: shownName(entry),
          position: String(position),
          total: String(total),
        }),
      ),
    [t],
  );
  const order = useListOrder({ entries, enabled: writable, announce });
  const actions = writable
    ? {
        onHandleKey: order.onHandleKey,
        onHandleBlur: order.onHandleBlur,
        onMove: order.setPosition,
        onEdit,
        onDelete,
      }
    : null;
  return (
    <>
      <ul
        ref={order.list}
        aria-labelledby={labelledBy}
        onPointerDownCapture={order.onPointerDownCapture}
        className="divide-y divide-hairline"
      >
        {order.shown.map((entry, i) => (
          // The slot is the place, whoever stands in it.
          <li
            key={i}
            data-swapy-slot={i}
            className="p-0.5 [contain-intrinsic-size:auto_3.875rem] [content-visibility:auto]"
          >
            <CategoryRow
              key={entry.id}
              entry={entry}
              position={i + 1}
              hintId={hintId}
              actions={actions}
            />
          </li>
        ))}
      </ul>
      {writable && (
        <p id={hintId} className="sr-only">
          {t('moveHint')}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
