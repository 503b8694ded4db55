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

/** Guard rules by scientific name; empty until loaded. */
export function useGuardRules() {
  const { data } = useQuery(guardQuery);
  const rules = data?.rules ?? noRules;
  return useMemo(() => new Map(rules.map((rule) => [rule.scientificName, rule])), [rules]);
}

/**
 * Guard reasons of an item in a form, by the publisher's own rule; `date` may be ''. From `stored`, the server's
 * reasons, it takes those that a form can't derive. Empty until the guard list has loaded.
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
