import type { MediaItem } from '@veldlicht/contract/media';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '#components/thumbnail.tsx';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { useEntryNames } from './entry-names.ts';
import type { Column } from './fields.ts';
import { ItemButtons, type MediaCardActions } from './media-card.tsx';
import type { Selection } from './selection.tsx';
import { StateBadges } from './state-badges.tsx';
import { rowOfItem } from './table/item-row.ts';
import { MediaTable } from './table/media-table.tsx';
import type { Edit, Rows } from './table/row-change.ts';
import type { Sort } from './table/sort.ts';
import type { TableParts } from './table/table-row.tsx';

function ItemState({ thing: item, short = false }: { thing: MediaItem; short?: boolean }) {
  const { t } = useTranslation();
  const isPlain = item.status === 'published' && item.processing === 'ready' && !item.withheld;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1 text-xs text-muted">
      {isPlain && !short && !item.publishFrom && !item.publishUntil && t('published')}
      <StateBadges item={item} />
    </div>
  );
}

function ItemPicture({ thing: item }: { thing: MediaItem }) {
  return <Thumbnail url={thumbnailUrl(item, 240)} className="size-full" />;
}

interface MediaItemsTableProps extends Omit<MediaCardActions, 'onSelect'> {
  items: readonly MediaItem[];
  rows: Rows;
  apply: (edits: readonly Edit[], note?: string) => unknown;
  selection: Selection;
  sort: Sort | null;
  onSort: (column: Column) => void;
  isWritable: boolean;
}

export function MediaItemsTable(props: MediaItemsTableProps) {
  const { items, onFeature, onEdit, onDelete, isWritable, ...table } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const parts = useMemo<TableParts<MediaItem>>(
    () => ({
      rowOf: rowOfItem,
      Picture: ItemPicture,
      State: ItemState,
      Buttons: ({ thing: item, isWide }) =>
        isWritable && (
          <ItemButtons
            item={item}
            isCell={isWide}
            onFeature={onFeature}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ),
      track: '8rem',
      openLabel: ({ name }) => t('editNamed', { name }),
      isFailed: ({ processing }) => processing === 'failed',
    }),
    [isWritable, onFeature, onEdit, onDelete, t],
  );
  const open = useCallback(
    (id: string | null) => {
      const item = items.find((one) => one.id === id);
      if (item && isWritable) onEdit(item);
    },
    [items, isWritable, onEdit],
  );
  return (
    <div
      ref={box}
      className="relative max-h-[calc(100dvh-15.5rem)] min-h-80 overflow-auto overscroll-contain rounded-lg border border-hairline bg-surface"
    >
      <MediaTable
        {...table}
        label={t('mediaLibrary')}
        parts={parts}
        things={items}
        names={useEntryNames()}
        box={box}
        busy={!isWritable}
        openId={null}
        onOpen={open}
      />
    </div>
  );
}
