import { useQuery } from '@tanstack/react-query';
import {
  type GuardReason,
  type GuardRule,
  guardAnswer,
  guardReasonsOf,
} from '@veldlicht/contract/guard';
import type { ItemSpecies } from '@veldlicht/contract/species';
import { useMemo } from 'react';
import { apiQuery } from '#lib/session.ts';

export const guardQuery = apiQuery(guardAnswer, '/api/admin/guard');

const noRules: readonly GuardRule[] = [];

/** The guard list by scientific name; empty until it is here. */
export function useGuardRules() {
  const { data } = useQuery(guardQuery);
  const rules = data?.rules ?? noRules;
  return useMemo(() => new Map(rules.map((rule) => [rule.scientificName, rule])), [rules]);
}

/**
 * Why what is in a form is guarded, by the same rule as the publisher's; `date` is '' when none is known. Of `stored`,
 * what the server found, all that the form cannot know counts. None until the guard list is here.
 */
export function useGuardReasons(
  { date, species }: { date: string; species: readonly ItemSpecies[] },
  stored: readonly GuardReason[],
): GuardReason[] {
  const rules = useGuardRules();
  if (rules.size === 0) return [];
  const own = guardReasonsOf({ date: date || null, species }, rules);
  return [...own, ...stored.filter(({ why }) => why !== 'species' && why !== 'nest')];
}
