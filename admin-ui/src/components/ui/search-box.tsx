import { Search, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { TextInput } from './field.tsx';

interface SearchBoxProps {
  /** Spoken name. */
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

// One element for good: React passes it by at each key. After the box, which would be drawn over it.
const glass = <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />;

/** By itself: a further letter leaves it alone. */
const ClearButton = memo(function ClearButton({ onSearch }: Pick<SearchBoxProps, 'onSearch'>) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={X}
      label={t('clearSearch')}
      onClick={() => onSearch('')}
      className="absolute top-0 right-0"
    />
  );
});

/**
 * A text to search for, emptied by a button or by Escape. In a form of its own: browsers look through the
 * form of a field at each letter (autofill), or through all fields of the page that are in none.
 */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  return (
    <search className="min-w-56 flex-1">
      <form className="relative" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          aria-label={label}
          placeholder={placeholder}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || value === '') return;
            // The first Escape is for the search, the next one for what is around it.
            event.preventDefault();
            onSearch('');
          }}
          className="pr-10 pl-9 text-ellipsis"
        />
        {glass}
        {value && <ClearButton onSearch={onSearch} />}
      </form>
    </search>
  );
}
