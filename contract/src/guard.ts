/**
 * The guard: how exactly visitors may know where and when a vulnerable species was photographed. Pure: the projection,
 * the API and the forms share these rules (decision 021).
 */
import { z } from 'zod';
import { MAX_DESCRIPTION } from './limits.ts';
import type { LocationPrivacy } from './location.ts';
import type { ItemSpecies } from './species.ts';

/** From least to most strict: a block of 5 km, a region of 20 km, no place at all. */
export const guardLevels = ['block', 'region', 'hidden'] as const;
export const guardLevel = z.enum(guardLevels);
export type GuardLevel = z.infer<typeof guardLevel>;

/** From 1 to 12. */
const months = z
  .array(z.int().min(1).max(12))
  .max(12)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));

/** One line of the guard list. */
const guardRule = z.strictObject({
  scientificName: z.string().min(1).max(100),
  level: guardLevel,
  months: months.describe('In which it applies; none: all year'),
  nestMonths: months
    .nullable()
    .describe('In which a visible nest or den hides the place; null: it makes no difference'),
  reason: z
    .string()
    .trim()
    .max(MAX_DESCRIPTION)
    .describe("The owner's words; empty: those of the default list"),
});
export type GuardRule = z.output<typeof guardRule>;

const ofSpecies = { level: guardLevel, scientificName: z.string() };
/** `id` is of an item, in `story` of a story. */
const ofOther = { level: guardLevel, id: z.string() };

/** Why an item is guarded. */
const guardReason = z.discriminatedUnion('why', [
  z.object({ why: z.literal('species'), ...ofSpecies }),
  z.object({ why: z.literal('nest'), ...ofSpecies }),
  z.object({ why: z.literal('looks'), ...ofSpecies }).describe('Its words name the species'),
  z
    .object({ why: z.literal('site'), ...ofSpecies })
    .describe('Near a nest, a den or a guarded record of it'),
  z.object({ why: z.literal('outing'), ...ofOther }).describe('A guarded item of the same outing'),
  z.object({ why: z.literal('story'), ...ofOther }).describe('Shown beside something guarded'),
  z.object({ why: z.literal('told'), ...ofOther }).describe('The item tells its place exactly'),
]);
export type GuardReason = z.infer<typeof guardReason>;

/** Reasons of the item itself, which also guard its outing. */
const ownReasons: readonly GuardReason['why'][] = ['species', 'nest', 'looks', 'site'];
export const isOwnReason = ({ why }: Pick<GuardReason, 'why'>) => ownReasons.includes(why);

export const guard = z.object({ level: guardLevel, reasons: z.array(guardReason) });
export type Guard = z.infer<typeof guard>;

/** Rule for a nest of an unlisted species: the common breeding season. */
const UNLISTED_NEST: Pick<GuardRule, 'level' | 'months' | 'nestMonths'> = {
  level: 'block',
  months: [],
  nestMonths: [2, 3, 4, 5, 6, 7, 8],
};

function strictness(level: GuardLevel | null): number {
  return level === null ? -1 : guardLevels.indexOf(level);
}

export function stricterLevel(a: GuardLevel | null, b: GuardLevel | null): GuardLevel | null {
  return strictness(a) >= strictness(b) ? a : b;
}

export function levelOf(reasons: readonly Pick<GuardReason, 'level'>[]): GuardLevel | null {
  return reasons.reduce<GuardLevel | null>((most, { level }) => stricterLevel(most, level), null);
}

/** Rule of a species; a subspecies has that of its species. */
export function ruleOf(scientificName: string, rules: ReadonlyMap<string, GuardRule>) {
  return rules.get(scientificName) ?? rules.get(speciesOf(scientificName));
}

/** Genus and species of a scientific name, which may be that of a subspecies. */
export const speciesOf = (scientificName: string) => scientificName.split(' ', 2).join(' ');

/** Whether a date is in these months. No months are the whole year; an unknown date is in every season. */
const isInSeason = (date: string | null, season: readonly number[]) =>
  season.length === 0 || date === null || season.includes(Number(date.slice(5, 7)));

export type Sighted = Pick<ItemSpecies, 'scientificName' | 'kind' | 'nest'>;

/**
 * Level that a record of a species gives other records of it nearby, in every month; null for none. A nest or den gives
 * its own level (of an unlisted species: block), since many come back to it; another record in the months of its rule
 * gives the level of the rule.
 */
export function siteLevelOf(
  { scientificName, date, nest }: Omit<Sighted, 'kind'> & { date: string | null },
  rules: ReadonlyMap<string, GuardRule>,
): GuardLevel | null {
  const rule = ruleOf(scientificName, rules);
  if (!rule) return nest ? UNLISTED_NEST.level : null;
  if (nest && rule.nestMonths && isInSeason(date, rule.nestMonths)) return 'hidden';
  return nest || isInSeason(date, rule.months) ? rule.level : null;
}

/** Whether records of a species are guarded in some months only. */
export const isSeasonal = (scientificName: string, rules: ReadonlyMap<string, GuardRule>) =>
  (ruleOf(scientificName, rules)?.months.length ?? 0) > 0;

/**
 * Reasons of an item by the species it shows. With an unknown date every rule applies. A visible nest or den hides the
 * item in the season and keeps the level of its species in all other months, since many come back to it.
 */
export function guardReasonsOf(
  { date, species }: { date: string | null; species: readonly Sighted[] },
  rules: ReadonlyMap<string, GuardRule>,
): GuardReason[] {
  return species.flatMap(({ scientificName, kind, nest }): GuardReason[] => {
    if (kind === 'captive') return [];
    const rule = ruleOf(scientificName, rules) ?? (nest ? UNLISTED_NEST : null);
    if (!rule) return [];
    if (nest && rule.nestMonths) {
      const level = isInSeason(date, rule.nestMonths) ? 'hidden' : rule.level;
      return [{ why: 'nest', level, scientificName }];
    }
    return isInSeason(date, rule.months)
      ? [{ why: 'species', level: rule.level, scientificName }]
      : [];
  });
}

/** How exactly visitors may know a place, from exact to not at all. */
export type Precision = 'exact' | GuardLevel;
const precisions: readonly Precision[] = ['exact', ...guardLevels];
const ownPrecision = { exact: 'exact', approximate: 'block', hidden: 'hidden' } as const;

/** The stricter of the owner's choice and the guard's level. */
export function precisionOf(own: LocationPrivacy, level: GuardLevel | null): Precision {
  const [a, b] = [ownPrecision[own], level ?? 'exact'] as const;
  return precisions.indexOf(a) > precisions.indexOf(b) ? a : b;
}

/** Public date; the month alone of a guarded item: "2026-05". */
export function publicDate(date: string | null, level: GuardLevel | null): string | null {
  return level === null ? date : (date?.slice(0, 7) ?? null);
}

function startOfMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
}

/** Months after its capture within which an item counts as added in the month of capture. */
const SOON_MONTHS = 2;

/**
 * Public creation time of a guarded item, in milliseconds: the first of the month (UTC) in which it was added, or of
 * its month of capture when that is `SOON_MONTHS` ago at most. Where all others are added within three days, a photo
 * from May added in June would tell that it was taken on one of the last days of May.
 */
export function publicMoment(createdAt: number, date: string | null): number {
  const came = new Date(startOfMonth(createdAt));
  if (date === null) return came.getTime();
  const taken = startOfMonth(Date.parse(date));
  const soon = Date.UTC(came.getUTCFullYear(), came.getUTCMonth() - SOON_MONTHS);
  return soon <= taken && taken < came.getTime() ? taken : came.getTime();
}

/** Payload of PUT /api/admin/guard: the whole list. It answers as GET does, with the version for `If-Match`. */
export const guardList = z.strictObject({ rules: z.array(guardRule).max(2000) });
export type GuardList = z.output<typeof guardList>;
export const guardAnswer = guardList.extend({ etag: z.string() });
export type GuardAnswer = z.output<typeof guardAnswer>;

/** GET /api/admin/guard/defaults: the default list, with its reasons. */
export const guardDefault = guardRule.extend({
  reason: z.object({ nl: z.string(), en: z.string() }),
});
export type GuardDefault = z.output<typeof guardDefault>;
