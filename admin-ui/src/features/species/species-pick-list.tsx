import { Combobox } from '@base-ui/react/combobox';
import type { ItemSpecies, SpeciesName } from '@veldlicht/contract/species';
import { useState } from 'react';
import { ComboboxList } from '#components/ui/combobox-list.tsx';
import { useKnownWords } from '#features/media/upload/known-words.ts';
import { namedSpecies } from './named-species.ts';
import { useSpeciesIndex } from './species-input.tsx';
import {
  asSeen,
  bothNames,
  findSpecies,
  type SpeciesIndex,
  usualSpecies,
} from './species-search.ts';

interface SpeciesPickListProps {
  chosen: readonly ItemSpecies[];
  /** What they name is offered before anything is typed, and what the library has most of. */
  words: { title: string; keywords: readonly string[] };
  anchor: HTMLElement | null;
  /** What opened it. */
  typed: string;
  onChange: (chosen: ItemSpecies[]) => void;
  onClose: () => void;
}

const toOption = (one: SpeciesName) => ({ value: one.scientificName, label: bothNames(one) });

/** Species to choose several of, open beside a cell: found by any part of either name. */
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
