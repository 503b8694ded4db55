/** The filters of the media page, closed until asked for. */
import { ListFilter, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#components/on-demand.tsx';
import { Button } from '#components/ui/button.tsx';
import { countFilters, type MediaFiltersProps, noFilter } from './media-filter.ts';

const FilterFields = onDemand(async () => (await import('./filter-fields.tsx')).FilterFields);
export function MediaFilters({ items, filter, onFilter }: MediaFiltersProps) {
  const { t } = useTranslation();
  const panel = useId();
  const count = countFilters(filter);
  const [isOpen, setOpen] = useState(count > 0 || filter.order !== noFilter.order);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="-ml-3"
        >
          <ListFilter className="size-4" />
          {count > 0 ? t('filtersOn', { number: String(count) }) : t('filters')}
        </Button>
        {count > 0 && (
          <Button
            look="quiet"
            size="sm"
            onClick={() => onFilter({ ...noFilter, order: filter.order })}
          >
            <X className="size-4" />
            {t('clearFilters')}
          </Button>
        )}
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FilterFields items={items} filter={filter} onFilter={onFilter} />}
      </div>
    </div>
  );
}
