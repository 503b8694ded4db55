/** What the species page changes, and what is asked for again after it. */
import { type SpeciesInput, species, speciesImported } from '@veldlicht/contract/species';
import { useTranslation } from 'react-i18next';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { refreshMedia } from '#lib/queries.ts';
import { resource } from '#lib/resource.ts';
import { useChange } from '#lib/use-change.ts';
import { speciesQuery } from './species-search.ts';

const PATH = '/api/admin/species';

export const allSpecies = resource({
  path: PATH,
  schema: species,
  list: speciesQuery,
  idOf: ({ scientificName }) => scientificName,
  words: { failedToLoad: 'failedToLoadSpecies', failedToDelete: 'failedToRemoveSpecies' },
  isReasonEnough: true,
  // How many items show each changes on other pages.
  isFresh: true,
  // Items print the names of what they show.
  refresh: refreshMedia,
});

/** Adds a species, or corrects one that there is. */
export function useSaveSpecies(isNew: boolean) {
  return useChange({
    call: (payload: SpeciesInput) => callApi('PUT', PATH, { payload, schema: speciesImported }),
    done: isNew ? 'speciesAdded' : 'speciesCorrected',
    failed: 'failedToSaveSpecies',
    isReasonEnough: true,
    refresh: allSpecies.refresh,
  });
}

/** Takes back what was made of a species: an added one goes, a corrected one is as the list has it. */
export function useTakeBackSpecies() {
  const { t } = useTranslation();
  return allSpecies.useRemove({
    onDone: (_answer, { listed }) =>
      notify.success(t(listed ? 'correctionUndone' : 'speciesRemoved')),
  });
}
