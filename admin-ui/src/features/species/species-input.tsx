import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import type {
  ItemSpecies,
  ItemSpeciesInput,
  Species,
  SpeciesName,
} from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenChips } from '#components/ui/chips.tsx';
import { controlClass, useFieldControl } from '#components/ui/field.tsx';
import { ComboboxList } from '#components/ui/search-select.tsx';
import { itemClass, popupClass } from '#components/ui/select.tsx';
import { classNames } from '#lib/class-names.ts';
import { useKnownWords } from './known-words.ts';
import {
  asSeen,
  bothNames,
  englishFirst,
  findSpecies,
  namedSpecies,
  type SpeciesIndex,
  speciesIndex,
  speciesQuery,
  usualSpecies,
} from './species-search.ts';

/** Search index of all species; undefined until loaded. */
export function useSpeciesIndex() {
  const { data, isError } = useQuery(speciesQuery);
  return { index: data && speciesIndex(data), isError };
}

interface SpeciesInputProps {
  onChoose: (species: Species) => void;
  /** Scientific names to leave out. */
  without: readonly string[];
}

/** Finds a species by any part of its names. */
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
        // Enter chooses; it must not submit the form with a half-typed name.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={classNames(controlClass, 'h-10 w-full')}
      />
      {isError && <p className="text-small text-danger">{t('failedToLoad')}</p>}
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup
            className={classNames(popupClass, 'w-(--anchor-width) min-w-56 empty:hidden')}
          >
            <Combobox.Empty className="px-2 text-small text-muted not-empty:py-2">
              {typed.trim() !== '' && index && t('speciesUnknown')}
            </Combobox.Empty>
            <Combobox.List>
              {(one: Species) => (
                <Combobox.Item key={one.scientificName} value={one} className={itemClass}>
                  <span className="min-w-0 wrap-anywhere">
                    {englishFirst(one)}{' '}
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

interface SpeciesNamesProps {
  value: ItemSpeciesInput;
  onChange: (names: string[]) => void;
}

/** Species by name, for many items at once. */
export function SpeciesNames({ value, onChange }: SpeciesNamesProps) {
  const { t } = useTranslation();
  const names = value.map((one) => (typeof one === 'string' ? one : one.scientificName));
  return (
    <>
      <ChosenChips
        label={t('species')}
        names={names}
        removeLabel={(name) => t('removeOneSpecies', { name })}
        lang="la"
        onChange={onChange}
      />
      <SpeciesInput
        onChoose={({ scientificName }) => onChange([...names, scientificName])}
        without={names}
      />
    </>
  );
}

interface SpeciesPickListProps {
  chosen: readonly ItemSpecies[];
  /** Species named here are offered first, then the most used ones. */
  words: { title: string; keywords: readonly string[] };
  anchor: HTMLElement | null;
  /** Initial search text: the key that opened it. */
  typed: string;
  onChange: (chosen: ItemSpecies[]) => void;
  onClose: () => void;
}

const toOption = (one: SpeciesName | Species) => {
  const dutchName = 'englishName' in one ? englishFirst(one) || null : one.dutchName;
  return { value: one.scientificName, label: bothNames({ ...one, dutchName }) };
};

/** Always-open list beside a table cell, for choosing several species. */
export function SpeciesPickList(props: SpeciesPickListProps) {
  const { chosen, words, anchor, onChange } = props;
  const { index } = useSpeciesIndex();
  const known = useKnownWords();
  const [typed, setTyped] = useState(props.typed);
  const isSearch = typed.trim() !== '';
  const offeredOf = (all: SpeciesIndex) => {
    if (isSearch) return findSpecies(all, typed);
    const named = namedSpecies(known, words, chosen);
    return [...named.map(({ species }) => species), ...usualSpecies(all)];
  };
  const offered = index ? offeredOf(index) : [];
  const shown = isSearch ? [] : chosen;
  const options = [...new Map([...shown, ...offered].map((one) => [one.scientificName, one]))].map(
    ([, one]) => toOption(one),
  );
  return (
    <Combobox.Root<string, true>
      multiple
      open
      onOpenChange={(next) => !next && props.onClose()}
      items={options.map(({ value }) => value)}
      filter={null}
      autoHighlight
      inputValue={typed}
      onInputValueChange={setTyped}
      value={chosen.map(({ scientificName }) => scientificName)}
      onValueChange={(names) => {
        const kept = chosen.filter(({ scientificName }) => names.includes(scientificName));
        const added = offered.filter(
          ({ scientificName: name }) =>
            names.includes(name) && !kept.some((one) => one.scientificName === name),
        );
        setTyped('');
        onChange([...kept, ...added.map(asSeen)]);
      }}
    >
      <ComboboxList options={options} anchor={anchor} empty={isSearch ? undefined : ''} />
    </Combobox.Root>
  );
}
