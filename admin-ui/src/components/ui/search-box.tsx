import { Search, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { TextInput } from './field.tsx';

interface SearchBoxProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

// A constant element, so that React skips it at each key.
const glass = <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />;

/** Memoized, so that typing does not render it again. */
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
 * Search field with a clear button. In a form of its own: at each letter browsers scan the field's form for autofill,
 * or without one all fields of the page.
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
            // First Escape clears the search; the next closes what is around it.
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
