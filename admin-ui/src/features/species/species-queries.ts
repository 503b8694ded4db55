/** What the species page changes, and what is asked for again after it. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type Species,
  type SpeciesInput,
  type SpeciesName,
  speciesImported,
} from '@veldlicht/contract/species';
import { useTranslation } from 'react-i18next';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { refreshAll, refreshMedia } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';
import { speciesQuery } from './species-search.ts';

const BASE = '/api/admin/species';

/** Items print the names of what they show. */
async function refreshSpecies(client: QueryClient): Promise<void> {
  await Promise.all([refreshAll(client, speciesQuery.queryKey), refreshMedia(client)]);
}

/** Adds a species, or corrects one that there is. */
export function useSaveSpecies(isNew: boolean) {
  return useChange({
    call: (payload: SpeciesInput) => callApi('PUT', BASE, { payload, schema: speciesImported }),
    done: isNew ? 'speciesAdded' : 'speciesCorrected',
    failed: 'failedToSaveSpecies',
    isReasonEnough: true,
    refresh: refreshSpecies,
  });
}

/** Takes back what was made of a species: an added one goes, a corrected one is as the list has it. */
export function useTakeBackSpecies() {
  const { t } = useTranslation();
  return useChange({
    call: ({ scientificName }: Pick<Species, keyof SpeciesName | 'listed'>) =>
      callApi('DELETE', `${BASE}/${encodeURIComponent(scientificName)}`),
    failed: 'failedToRemoveSpecies',
    isReasonEnough: true,
    onDone: (_answer, { listed }) =>
      notify.success(t(listed ? 'correctionUndone' : 'speciesRemoved')),
    refresh: refreshSpecies,
  });
}
