/**
 * The guard: how exactly visitors may know where and when a vulnerable species was photographed. Pure, and the
 * only place that decides it: the publisher, the API and the form ask here (decision 063).
 */
import { z } from 'zod';
import { MAX_DESCRIPTION } from './limits.ts';
import type { LocationPrivacy } from './location.ts';
import type { ItemSpecies } from './species.ts';

/** From the least strict: a block of 5 km, a region of 20 km, nothing at all. */
export const guardLevels = ['block', 'region', 'hidden'] as const;
export const guardLevel = z.enum(guardLevels);
export type GuardLevel = z.infer<typeof guardLevel>;

/** From 1 to 12. */
const months = z
  .array(z.int().min(1).max(12))
  .max(12)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));

/** One line of the guard list. */
export const guardRule = z.strictObject({
  scientificName: z.string().min(1).max(100),
  level: guardLevel,
  months: months.describe('In which it holds; none: all year'),
  nestMonths: months
    .nullable()
    .describe('In which a nest or den in sight hides the place; null: it makes no difference'),
  reason: z
    .string()
    .trim()
    .max(MAX_DESCRIPTION)
    .describe("The owner's words; empty: those of the list to start from"),
});
export type GuardRule = z.output<typeof guardRule>;

const ofSpecies = { level: guardLevel, scientificName: z.string() };
/** `id` is of an item, in `story` of a story. */
const ofOther = { level: guardLevel, id: z.string() };

/** Why an item is guarded. */
export const guardReason = z.discriminatedUnion('why', [
  z.object({ why: z.literal('species'), ...ofSpecies }),
  z.object({ why: z.literal('nest'), ...ofSpecies }),
  z.object({ why: z.literal('looks'), ...ofSpecies }).describe('Its words name the species'),
  z
    .object({ why: z.literal('site'), ...ofSpecies })
    .describe('Beside a nest, a den or a guarded record of it'),
  z.object({ why: z.literal('outing'), ...ofOther }).describe('A source of the same outing'),
  z.object({ why: z.literal('story'), ...ofOther }).describe('Shown beside something guarded'),
  z.object({ why: z.literal('told'), ...ofOther }).describe('The item tells its place exactly'),
]);
export type GuardReason = z.infer<typeof guardReason>;

/** An item with one of these is guarded by itself, and so is its company. */
const ownReasons: readonly GuardReason['why'][] = ['species', 'nest', 'looks', 'site'];
export const isOwnReason = ({ why }: Pick<GuardReason, 'why'>) => ownReasons.includes(why);

export const guard = z.object({ level: guardLevel, reasons: z.array(guardReason) });
export type Guard = z.infer<typeof guard>;

/** What a nest of a species that is on no list is guarded by: it breeds in the season of most. */
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

/** The rule of a species; a subspecies has that of its species. */
export function ruleOf(scientificName: string, rules: ReadonlyMap<string, GuardRule>) {
  return rules.get(scientificName) ?? rules.get(scientificName.split(' ', 2).join(' '));
}

/** Whether a date lies in these months. No months are the whole year, and a date that nobody knows is in every season. */
const isInSeason = (date: string | null, season: readonly number[]) =>
  season.length === 0 || date === null || season.includes(Number(date.slice(5, 7)));

export type Sighted = Pick<ItemSpecies, 'scientificName' | 'kind' | 'nest'>;

/**
 * How strictly the surroundings of a record of a species are kept, in every month, for what shows the same species; null
 * when they are not. Those of a nest or den as the nest itself, since many come back to it; of a species that is on no
 * list they tell their block. Those of a record in the months of its rule as that record.
 */
export function siteLevelOf(
  {
    scientificName,
    date,
    nest,
  }: Pick<Sighted, 'scientificName' | 'nest'> & { date: string | null },
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
 * Why an item is guarded by what it shows. In a month that nobody knows every rule holds. A nest or den in sight
 * hides the item in the season, and keeps the level of its species in all other months: many come back to it.
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

/** How exactly a place is told. */
export type Precision = 'exact' | GuardLevel;
const precisions: readonly Precision[] = ['exact', ...guardLevels];
const ownPrecision = { exact: 'exact', approximate: 'block', hidden: 'hidden' } as const;

/** The strictest of what the owner chose for the item and what its guard allows. */
export function precisionOf(own: LocationPrivacy, level: GuardLevel | null): Precision {
  const [a, b] = [ownPrecision[own], level ?? 'exact'] as const;
  return precisions.indexOf(a) > precisions.indexOf(b) ? a : b;
}

/** The date of a guarded item is its month: "2026-05". */
export function publicDate(date: string | null, level: GuardLevel | null): string | null {
  return level === null ? date : (date?.slice(0, 7) ?? null);
}

function startOfMonth(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
}

/** A photo that came so many months after its own, or sooner, is told to have come in its own. */
const SOON_MONTHS = 2;

/**
 * And its moment the first of a month, by the clock of UTC: of the month that it came in, or of its own when it came
 * soon after. Whoever sees that all others come within three days would know of a photo from May that came in June
 * that it was taken on one of the last days of May.
 */
export function publicMoment(createdAt: number, date: string | null): number {
  const came = new Date(startOfMonth(createdAt));
  if (date === null) return came.getTime();
  const taken = startOfMonth(Date.parse(date));
  const soon = Date.UTC(came.getUTCFullYear(), came.getUTCMonth() - SOON_MONTHS);
  return soon <= taken && taken < came.getTime() ? taken : came.getTime();
}

/** Payload of PUT /api/admin/guard: the whole list. The answer, as of GET, has the version for `If-Match`. */
export const guardList = z.strictObject({ rules: z.array(guardRule).max(2000) });
export type GuardList = z.output<typeof guardList>;
export const guardAnswer = guardList.extend({ etag: z.string() });
export type GuardAnswer = z.output<typeof guardAnswer>;

/** GET /api/admin/guard/defaults: the list to start from, with its reasons. */
export const guardDefault = guardRule.extend({
  reason: z.object({ nl: z.string(), en: z.string() }),
});
export type GuardDefault = z.output<typeof guardDefault>;
