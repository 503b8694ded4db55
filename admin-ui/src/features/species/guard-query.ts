import { useQuery } from '@tanstack/react-query';
import { type GuardReason, guardAnswer, guardReasonsOf } from '@veldlicht/contract/guard';
import type { ItemSpecies } from '@veldlicht/contract/species';
import { apiQuery } from '#lib/session.ts';

export const guardQuery = apiQuery(guardAnswer, '/api/admin/guard');

/**
 * Why what is in a form is guarded, by the same rule as the publisher's; `date` is '' when none is known. Of `stored`,
 * what the server found, all that the form cannot know counts. None until the guard list is here.
 */
export function useGuardReasons(
  { date, species }: { date: string; species: readonly ItemSpecies[] },
  stored: readonly GuardReason[],
): GuardReason[] {
  const { data } = useQuery(guardQuery);
  if (!data) return [];
  const rules = new Map(data.rules.map((rule) => [rule.scientificName, rule]));
  const own = guardReasonsOf({ date: date || null, species }, rules);
  return [...own, ...stored.filter(({ why }) => why !== 'species' && why !== 'nest')];
}
