/** Category and tags, as the form and the cards of the bulk upload offer them. */
import { useQuery } from '@tanstack/react-query';
import { capitalised } from '@veldlicht/contract/name';
import { X } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { categoriesQuery } from '#lib/queries.ts';

export interface EntryNames {
  /** In the owner's order. */
  categories: readonly string[];
  tags: readonly string[];
  isLoaded: boolean;
}

/** Asked for anew whenever a media dialog opens (spec §7); fields that open together share one call. */
export function useEntryNames(): EntryNames {
  const { data, isSuccess } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  return useMemo(() => {
    const namesOf = (type: 'category' | 'tag') =>
      (data ?? []).filter((entry) => entry.type === type).map(({ name }) => name);
    return { categories: namesOf('category'), tags: namesOf('tag'), isLoaded: isSuccess };
  }, [data, isSuccess]);
}

/** With those that are chosen: one that was renamed meanwhile is still shown. */
function withChosen(names: readonly string[], chosen: readonly string[]): string[] {
  return [...names, ...chosen.filter((name) => name && !names.includes(name))];
}

interface CategoryFieldProps {
  names: EntryNames;
  category: string;
  onChange: (category: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  className?: string;
}

export const CategoryField = memo(function CategoryField(props: CategoryFieldProps) {
  const { names, category, onChange, error, disabled = false, className = '' } = props;
  const { t } = useTranslation();
  return (
    <Field
      label={t('category')}
      required
      hint={names.isLoaded && names.categories.length === 0 ? t('noCategories') : undefined}
      error={error}
      className={className}
    >
      <SearchSelect
        options={withChosen(names.categories, [category]).map((name) => ({
          value: name,
          label: capitalised(name),
        }))}
        placeholder={t('chooseCategory')}
        value={category}
        disabled={disabled}
        onChange={onChange}
      />
    </Field>
  );
});

interface TagsFieldProps {
  names: EntryNames;
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
  /** The chosen ones are above as chips that can be taken off; all others scroll. */
  compact?: boolean;
}

/** Toggle buttons for all tags. */
export const TagsField = memo(function TagsField(props: TagsFieldProps) {
  const { names, chosen, onChange, error, compact = false } = props;
  const { t } = useTranslation();
  const options = withChosen(names.tags, chosen);
  return (
    <Field
      label={t('tags')}
      hint={names.isLoaded && options.length === 0 ? t('noTags') : undefined}
      error={error}
    >
      {compact && chosen.length > 0 && (
        <ul aria-label={t('chosenTags')} className="flex flex-wrap gap-1.5">
          {chosen.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t('removeTag', { tag })}
                onClick={() => onChange(chosen.filter((other) => other !== tag))}
                className="inline-flex h-7 items-center gap-1 rounded-full bg-moss pr-2 pl-3 text-[0.8125rem] font-medium text-on-moss transition-colors duration-150 hover:bg-moss-hover disabled:cursor-not-allowed disabled:opacity-60"
              >
                {tag}
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {options.length > 0 && (
        <div className={compact ? '-m-1 max-h-32 overflow-y-auto p-1' : 'contents'}>
          <ToggleChips options={options} chosen={chosen} onChange={onChange} />
        </div>
      )}
    </Field>
  );
});
