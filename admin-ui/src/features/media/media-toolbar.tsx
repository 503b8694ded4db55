import { Images, Plus, Search, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

interface MediaToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** Absent for people who may not add. */
  onAdd?: () => void;
  /** Absent for people who may not add. */
  onBulkUpload?: () => void;
}

// One element for good: React passes it by at each key.
const glass = (
  <Search
    aria-hidden="true"
    className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
  />
);
const cross = <X aria-hidden="true" className="size-4" />;

/** Search, Bulk Upload, Add Media (spec §2 Media management). */
export function MediaToolbar({ search, onSearch, onAdd, onBulkUpload }: MediaToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-2">
      <search className="relative min-w-56 flex-1">
        {glass}
        <TextInput
          aria-label={t('searchMedia')}
          placeholder={t('searchMediaPlaceholder')}
          value={search}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return;
            // The first Escape is for the search, the next one for what is around it.
            event.preventDefault();
            onSearch('');
          }}
          className="pr-10 pl-9 text-ellipsis"
        />
        {search && (
          <IconButton
            label={t('clearSearch')}
            onClick={() => onSearch('')}
            className="absolute top-0 right-0"
          >
            {cross}
          </IconButton>
        )}
      </search>
      {onAdd && <AddButtons onAdd={onAdd} onBulkUpload={onBulkUpload} />}
    </div>
  );
}

interface AddButtonsProps {
  onAdd: () => void;
  onBulkUpload: (() => void) | undefined;
}

/** By themselves: a key in the search leaves them alone. */
const AddButtons = memo(function AddButtons({ onAdd, onBulkUpload }: AddButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      {onBulkUpload && (
        <Button look="secondary" onClick={onBulkUpload}>
          <Images aria-hidden="true" className="size-4" />
          {t('bulkUpload')}
        </Button>
      )}
      <Button onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        {t('addMedia')}
      </Button>
    </div>
  );
});
