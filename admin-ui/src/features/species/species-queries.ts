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
  words: { failedToDelete: 'failedToRemoveSpecies' },
  isReasonEnough: true,
  // Counts of items change on other pages.
  isFresh: true,
  // Items show the names of species.
  refresh: refreshMedia,
});

export function useSaveSpecies(isNew: boolean) {
  return useChange({
    call: (payload: SpeciesInput) => callApi('PUT', PATH, { payload, schema: speciesImported }),
    done: isNew ? 'speciesAdded' : 'speciesCorrected',
    failed: 'failedToSaveSpecies',
    isReasonEnough: true,
    refresh: allSpecies.refresh,
  });
}

/** Removes an added species, or restores a supplied one. */
export function useTakeBackSpecies() {
  const { t } = useTranslation();
  return allSpecies.useRemove({
    onDone: (_answer, { listed }) =>
      notify.success(t(listed ? 'correctionUndone' : 'speciesRemoved')),
  });
}
