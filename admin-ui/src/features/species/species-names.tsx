import type { ItemSpeciesInput } from '@veldlicht/contract/species';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SpeciesInput } from './species-input.tsx';

interface SpeciesNamesProps {
  value: ItemSpeciesInput;
  onChange: (names: string[]) => void;
}

/** Species by their names alone, for many items at once. */
export function SpeciesNames({ value, onChange }: SpeciesNamesProps) {
  const { t } = useTranslation();
  const names = value.map((one) => (typeof one === 'string' ? one : one.scientificName));
  return (
    <>
      {names.length > 0 && (
        <ul aria-label={t('species')} className="flex flex-wrap gap-1.5">
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                aria-label={t('removeOneSpecies', { name })}
                onClick={() => onChange(names.filter((other) => other !== name))}
                className="inline-flex h-7 items-center gap-1 rounded-full bg-moss pr-2 pl-3 text-[0.8125rem] font-medium text-on-moss hover:bg-moss-hover"
              >
                <i lang="la">{name}</i>
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SpeciesInput
        onChoose={({ scientificName }) => onChange([...names, scientificName])}
        without={names}
      />
    </>
  );
}
