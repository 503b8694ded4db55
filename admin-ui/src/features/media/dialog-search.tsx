import { useTranslation } from 'react-i18next';
import { SearchBox } from '#components/ui/search-box.tsx';

interface DialogSearchProps {
  value: string;
  onSearch: (words: string) => void;
}

/** The search of items in a dialog over a form: it is a form of its own, which must not send the other. */
export function DialogSearch({ value, onSearch }: DialogSearchProps) {
  const { t } = useTranslation();
  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <SearchBox
        label={t('searchMedia')}
        placeholder={t('searchMediaPlaceholder')}
        value={value}
        onSearch={onSearch}
      />
    </div>
  );
}
