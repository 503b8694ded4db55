import type { Species } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { useTranslation } from 'react-i18next';
import { Proposals } from '#components/proposals.tsx';
import { useDecline } from '#lib/declined-keywords.ts';
import type { NamedSpecies } from './species-search.ts';

interface SpeciesProposalsProps {
  named: readonly NamedSpecies[];
  disabled: boolean;
  isStrip?: boolean;
  onTake: (species: Species) => void;
}

/** Proposes species named in titles and keywords. */
export function SpeciesProposals({ named, disabled, isStrip, onTake }: SpeciesProposalsProps) {
  const { t } = useTranslation();
  const { mutate: decline, isPending } = useDecline();
  /** Adds the scientific name where two proposals share a label. */
  const nameOf = ({ species }: NamedSpecies) => {
    const label = speciesLabel(species);
    const alike = named.filter((other) => speciesLabel(other.species) === label);
    return alike.length > 1 ? `${label} (${species.scientificName})` : label;
  };
  return (
    <Proposals
      legend={t(isStrip ? 'speciesOfAll' : 'speciesProposed')}
      proposals={named.map((one) => {
        const name = nameOf(one);
        return {
          key: one.species.scientificName,
          text: name,
          count: one.count,
          take: t('takeSpecies', { name }),
          decline: t('declineKeyword', { word: one.word }),
          onTake: () => onTake(one.species),
          onDecline: () => decline(one.word),
        };
      })}
      disabled={disabled || isPending}
      isStrip={isStrip}
    />
  );
}
