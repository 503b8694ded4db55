import type { MediaItem } from '@veldlicht/contract/media';
import { CheckSquare, SearchX } from 'lucide-react';
import { memo, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';

interface CountLineProps {
  shown: number;
  total: number;
  searching: boolean;
  selectButton: RefObject<HTMLButtonElement | null>;
  /** Absent for people who may not change anything. */
  onSelect: (() => void) | undefined;
}

/** How many items there are, and the way into selection mode. */
export function CountLine({ shown, total, searching, selectButton, onSelect }: CountLineProps) {
  const { t } = useTranslation();
  return (
    <div className="flex h-10 items-center justify-between gap-4">
      <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
        {searching
          ? t('itemCountOf', { shown: String(shown), total: String(total) })
          : t('itemCount', { count: total })}
      </p>
      {onSelect && shown > 0 && <SelectButton ref={selectButton} onSelect={onSelect} />}
    </div>
  );
}

interface SelectButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  onSelect: () => void;
}

/** By itself: a key in the search leaves it alone. */
const SelectButton = memo(function SelectButton({ ref, onSelect }: SelectButtonProps) {
  const { t } = useTranslation();
  return (
    <Button ref={ref} look="quiet" size="sm" onClick={onSelect} className="-mr-3">
      <CheckSquare aria-hidden="true" className="size-4" />
      {t('select')}
    </Button>
  );
});

interface MediaResultsProps {
  found: readonly MediaItem[];
  searching: boolean;
  onClearSearch: () => void;
  onAdd: (() => void) | undefined;
  /** The grid. */
  children: ReactNode;
}

/**
 * The grid, and in words why it is empty (spec §2 Media management, Empty list). It stays while nothing is
 * found, so that the next key has no grid to build.
 */
export function MediaResults({ found, children, ...rest }: MediaResultsProps) {
  return (
    <>
      {found.length === 0 && <NoMedia {...rest} />}
      {children}
    </>
  );
}

function NoMedia({
  searching,
  onClearSearch,
  onAdd,
}: Omit<MediaResultsProps, 'found' | 'children'>) {
  const { t } = useTranslation();
  if (searching)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" className="size-7" />}
        title={t('noResultsFound')}
        text={t('noResultsHint')}
        action={
          <Button look="secondary" onClick={onClearSearch}>
            {t('clearSearch')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t('noMediaItems')}
      text={t('noMediaItemsHint')}
      action={onAdd && <Button onClick={onAdd}>{t('addMedia')}</Button>}
    />
  );
}
