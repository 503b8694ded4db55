/** Sites: a nest or den is kept all year, for what shows the same species beside it (decision 115). Pure. */
import {
  type GuardReason,
  type GuardRule,
  levelOf,
  type Sighted,
  siteLevelOf,
  stricterLevel,
} from '@veldlicht/contract/guard';
import { kmBetween, SITE_KM } from './distance.ts';
import type { Subject } from './guard-rows.ts';
import { mayClose } from './outing.ts';

/** Genus and species of a name, which may be that of a subspecies. */
export const speciesOf = (scientificName: string) => scientificName.split(' ', 2).join(' ');

/** A record with a nest or den in sight, by species. */
export type NestRecords = ReadonlyMap<string, Subject[]>;

/** Beside each other, also where the words of a place can't be compared. */
function isBeside(item: Subject, nest: Subject): boolean {
  if (item.point && nest.point) return kmBetween(item.point, nest.point) <= SITE_KM;
  return !!item.row.location;
}

/** Why an item is guarded by where it was taken, as far as that is stricter than what it shows. */
export function siteReasonsOf(
  item: Subject,
  sighted: readonly Sighted[],
  nests: NestRecords,
  rules: ReadonlyMap<string, GuardRule>,
  isNewRule: boolean,
): GuardReason[] {
  return sighted.flatMap(({ scientificName, kind }): GuardReason[] => {
    if (kind === 'captive') return [];
    const beside = (nests.get(speciesOf(scientificName)) ?? []).filter(
      (nest) => nest.row.seq !== item.row.seq && isBeside(item, nest),
    );
    const levels = beside.flatMap((nest) => {
      const level = siteLevelOf(scientificName, nest.row.date ?? nest.row.fileDate, rules);
      return mayClose(item, nest, isNewRule, level) ? { level } : [];
    });
    const level = levelOf(levels);
    const known = levelOf(
      item.reasons.filter(
        (one) => 'scientificName' in one && one.scientificName === scientificName,
      ),
    );
    if (level === null || stricterLevel(known, level) === known) return [];
    return [{ why: 'site', level, scientificName }];
  });
}
