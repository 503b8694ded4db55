import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

interface SearchBoxProps {
  /** Spoken name. */
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

// One element each for good: React passes them by at each key. After the box, which would be drawn over it.
const glass = (
  <Search
    aria-hidden="true"
    className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
  />
);
const cross = <X aria-hidden="true" className="size-4" />;

/** A text to search for, emptied by a button or by Escape. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  return (
    <search className="relative min-w-56 flex-1">
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
      {value && (
        <IconButton
          label={t('clearSearch')}
          onClick={() => onSearch('')}
          className="absolute top-0 right-0"
        >
          {cross}
        </IconButton>
      )}
    </search>
  );
}
