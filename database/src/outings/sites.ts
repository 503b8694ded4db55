/**
 * Sites: near a known nest, den or guarded record of a species, all items with that species are guarded in every month
 * (decision 021). Pure.
 */
import {
  type GuardReason,
  type GuardRule,
  levelOf,
  type Sighted,
  siteLevelOf,
  speciesOf,
  stricterLevel,
} from '@veldlicht/contract/guard';
import { kmBetween, SITE_KM } from './distance.ts';
import type { Subject } from './guard-rows.ts';
import { mayClose } from './outing.ts';

/** A record of a species that may guard items near it. */
interface SiteRecord {
  subject: Subject;
  nest: boolean;
}

/** By species. */
export type SiteRecords = ReadonlyMap<string, SiteRecord[]>;

/** Whether an item is near a record; true for a nest when a place is given only in words. */
export function isBeside(item: Subject, { subject, nest }: SiteRecord): boolean {
  if (item.point && subject.point) return kmBetween(item.point, subject.point) <= SITE_KM;
  return nest && !!item.row.location;
}

/** Reasons from nearby records, where they are stricter than those from the item's own species. */
export function siteReasonsOf(
  item: Subject,
  sighted: readonly Sighted[],
  records: SiteRecords,
  rules: ReadonlyMap<string, GuardRule>,
  isNewRule: boolean,
): GuardReason[] {
  return sighted.flatMap(({ scientificName, kind }): GuardReason[] => {
    if (kind === 'captive') return [];
    const levels = (records.get(speciesOf(scientificName)) ?? []).flatMap((record) => {
      const { subject, nest } = record;
      if (subject.row.seq === item.row.seq || !isBeside(item, record)) return [];
      const date = subject.row.date ?? subject.row.fileDate;
      const level = siteLevelOf({ scientificName, date, nest }, rules);
      return level && mayClose(item, subject, isNewRule, level) ? { level } : [];
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
