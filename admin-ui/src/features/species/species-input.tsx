import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import type { Species } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldControl } from '#components/ui/field.tsx';
import { itemClass, popupClass } from '#components/ui/select.tsx';
import { controlClass } from '#components/ui/text-input.tsx';
import { classNames } from '#lib/class-names.ts';
import { findSpecies, speciesIndex, speciesQuery } from './species-search.ts';

/** All species there are, ready to be searched; null until they are loaded. */
export function useSpeciesIndex() {
  const { data, isError } = useQuery(speciesQuery);
  return { index: data && speciesIndex(data), isError };
}

interface SpeciesInputProps {
  onChoose: (species: Species) => void;
  /** Scientific names that are not offered. */
  without: readonly string[];
}

/** A field to type in, which offers species by any part of either name. */
export function SpeciesInput({ onChoose, without }: SpeciesInputProps) {
  const { t } = useTranslation();
  const { index, isError } = useSpeciesIndex();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => {
    const all = index ? findSpecies(index, typed) : [];
    return all.filter(({ scientificName }) => !without.includes(scientificName));
  }, [index, typed, without]);
  return (
    <Combobox.Root<Species>
      items={found}
      filter={null}
      value={null}
      inputValue={typed}
      onInputValueChange={setTyped}
      onValueChange={(next) => {
        if (!next) return;
        onChoose(next);
        setTyped('');
      }}
      itemToStringLabel={speciesLabel}
      autoHighlight
    >
      <Combobox.Input
        {...useFieldControl()}
        placeholder={t('searchSpecies')}
        autoComplete="off"
        // Enter chooses; it never sends the form with a half-typed name.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={classNames(controlClass, 'h-10 w-full')}
      />
      {isError && <p className="text-[0.8125rem] text-danger">{t('failedToLoadSpecies')}</p>}
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup
            className={classNames(popupClass, 'w-(--anchor-width) min-w-56 empty:hidden')}
          >
            <Combobox.Empty className="px-2 text-[0.8125rem] text-muted not-empty:py-2">
              {typed.trim() !== '' && index && t('speciesUnknown')}
            </Combobox.Empty>
            <Combobox.List>
              {(one: Species) => (
                <Combobox.Item key={one.scientificName} value={one} className={itemClass}>
                  <span className="min-w-0 wrap-anywhere">
                    {one.dutchName && `${one.dutchName} `}
                    <i lang="la" className="text-muted">
                      {one.scientificName}
                    </i>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
