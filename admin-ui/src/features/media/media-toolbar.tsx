import { Images, Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';

interface MediaToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** Absent for people who may not add. */
  onAdd?: () => void;
  /** Absent for people who may not add. */
  onBulkUpload?: () => void;
}

/** Search, Bulk Upload, Add Media (spec §2 Media management). */
export function MediaToolbar({ search, onSearch, onAdd, onBulkUpload }: MediaToolbarProps) {
  const { t } = useTranslation();
  // Looked up once, not at each key.
  const words = useMemo(
    () => ({ label: t('searchMedia'), placeholder: t('searchMediaPlaceholder') }),
    [t],
  );
  return (
    <div className="flex flex-wrap gap-2">
      <SearchBox {...words} value={search} onSearch={onSearch} />
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
