import { X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import type { OnEdit } from './draft.ts';

interface DraftTagsProps {
  /** Every tag there is. */
  names: readonly string[];
  chosen: readonly string[];
  onEdit: OnEdit;
}

/** Toggle buttons for all tags; the chosen ones stand above as chips that can be taken off. */
export const DraftTags = memo(function DraftTags({ names, chosen, onEdit }: DraftTagsProps) {
  const { t } = useTranslation();
  const onChange = (tags: string[]) => onEdit({ tags });
  // A tag that was renamed meanwhile can still be taken off.
  const options = [...names, ...chosen.filter((name) => !names.includes(name))];
  return (
    <Field label={t('tags')} hint={options.length === 0 ? t('noTags') : undefined}>
      {chosen.length > 0 && (
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
        <div className="-m-1 max-h-32 overflow-y-auto p-1">
          <ToggleChips options={options} chosen={chosen} onChange={onChange} />
        </div>
      )}
    </Field>
  );
});
