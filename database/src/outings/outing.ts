/** Outings: which items are guarded because of which others, and at which level (decision 021). Pure. */
import {
  type GuardLevel,
  type GuardReason,
  isOwnReason,
  levelOf,
  stricterLevel,
} from '@veldlicht/contract/guard';
import { kmBetween, WIDTH_KM } from './distance.ts';
import type { StoryGroup, Subject } from './guard-rows.ts';
import { DOUBTFUL_MS, isNearInTime, ONE_UPLOAD_MS } from './taken.ts';

/** Sources that were photographed together. */
export interface Outing {
  sources: Subject[];
  level: GuardLevel;
}

export const ownReasonsOf = ({ reasons }: Subject) => reasons.filter(isOwnReason);
export const isSource = (subject: Subject) => subject.reasons.some(isOwnReason);
const ownLevelOf = (subject: Subject) => levelOf(ownReasonsOf(subject));

const isListedRow = ({ row }: Subject) => row.status === 'published' && row.withheld === 0;

const isPublic = (subject: Subject) =>
  isListedRow(subject) && subject.row.firstPublishedAt !== null;

/** Whether visitors see the item without any guard. */
const isOpen = (subject: Subject) => isPublic(subject) && subject.row.guard === null;

const isOneUpload = (a: Subject, b: Subject) =>
  Math.abs(a.row.createdAt - b.row.createdAt) <= ONE_UPLOAD_MS;

/**
 * Whether `other` may be guarded as strictly as `level` because of `source`. A public item does not show less because
 * of a source that is not public or was added later. `isNewRule`: the program has newer rules.
 */
export function mayClose(
  other: Subject,
  source: Subject,
  isNewRule: boolean,
  level: GuardLevel = 'block',
): boolean {
  const { guard } = other.row;
  if (!isPublic(other) || stricterLevel(guard, level) === guard) return true;
  if (!isListedRow(source)) return false;
  const wasOpen = source.row.firstPublishedAt !== null && source.row.guard === null;
  return isNewRule || wasOpen || isOneUpload(source, other);
}

const tellsPlace = ({ row }: Subject) => !!row.location && row.locationPrivacy !== 'hidden';

/** Whether two items lie within the width of an area; true when a position is missing. */
function isNearInPlace(a: Subject, b: Subject, level: GuardLevel): boolean {
  return !a.point || !b.point || kmBetween(a.point, b.point) <= WIDTH_KM[level];
}

/** Whether two items were taken near in time; without a date, whether they were uploaded together. */
function isTogether(a: Subject, b: Subject): boolean {
  if (a.taken && b.taken) return isNearInTime(a.taken, b.taken);
  return !!a.row.location && !!b.row.location && isOneUpload(a, b);
}

/** Whether an item was taken in the company of a source. */
export function isCompany(source: Subject, other: Subject): boolean {
  const level = ownLevelOf(source);
  if (!level || source === other) return false;
  return isTogether(source, other) && isNearInPlace(source, other, level);
}

/** Items sorted by a number, with binary search. */
class Ordered {
  private readonly list: Subject[];
  private readonly keys: number[];

  constructor(subjects: readonly Subject[], keyOf: (subject: Subject) => number) {
    this.list = [...subjects].sort((a, b) => keyOf(a) - keyOf(b) || a.row.seq - b.row.seq);
    this.keys = this.list.map(keyOf);
  }

  between(from: number, until: number): Subject[] {
    return this.list.slice(this.firstFrom(from), this.firstFrom(until));
  }

  /** The first index whose key is not below `least`. */
  private firstFrom(least: number): number {
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keys[middle] ?? 0) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Items by the time they were taken and by the time they were uploaded. */
class Timeline {
  private readonly dated: Ordered;
  private readonly undated: Ordered;
  private readonly uploads: Ordered;

  constructor(subjects: readonly Subject[]) {
    const cameAt = ({ row }: Subject) => row.createdAt;
    const { dated = [], undated = [] } = Object.groupBy(subjects, ({ taken }) =>
      taken ? 'dated' : 'undated',
    );
    this.dated = new Ordered(dated, ({ taken }) => taken?.from ?? 0);
    this.undated = new Ordered(undated, cameAt);
    this.uploads = new Ordered(subjects, cameAt);
  }

  /** Returns the items that may have been taken together with this one. */
  around({ taken, row: { createdAt: came } }: Subject): Subject[] {
    const [from, until] = [came - ONE_UPLOAD_MS, came + ONE_UPLOAD_MS + 1];
    if (!taken) return this.uploads.between(from, until);
    const window = 24 * 60 * 60 * 1000 + DOUBTFUL_MS;
    return [
      ...this.dated.between(taken.from - window, taken.until + window),
      ...this.undated.between(from, until),
    ];
  }
}

/** Groups sources into outings. A source without a position is an outing of its own. */
function outingsOf(sources: readonly Subject[]): Map<Subject, Outing> {
  const outings = new Map<Subject, Outing>();
  const timeline = new Timeline(sources);
  for (const first of sources) {
    if (outings.has(first)) continue;
    const members = new Set([first]);
    for (const member of members)
      for (const other of timeline.around(member))
        if (member.point && other.point && (isCompany(member, other) || isCompany(other, member)))
          members.add(other);
    const together = [...members].sort((a, b) => a.row.seq - b.row.seq);
    const level = levelOf(together.flatMap(ownReasonsOf)) ?? 'hidden';
    const outing = { sources: together, level };
    for (const member of together) outings.set(member, outing);
  }
  return outings;
}

/** The verdict on an item. */
export interface Verdict {
  reasons: GuardReason[];
  level: GuardLevel | null;
  /** The outing whose area it gets. */
  outing: Outing | null;
}

const isStricter = (level: GuardLevel | null, than: GuardLevel | null) =>
  level !== than && stricterLevel(level, than) === level;

/** Returns the strictest offered reason if it is stricter than the item's own. */
function lent(reasons: readonly GuardReason[], own: readonly GuardReason[]): GuardReason[] {
  const level = levelOf(reasons);
  if (!isStricter(level, levelOf(own))) return [];
  return reasons.filter((one) => one.level === level).slice(0, 1);
}

interface Met {
  source: Subject;
  outing: Outing;
}

/** Finds the outings each item belongs to, and the outings whose place an open item reveals. */
function meet(
  subjects: readonly Subject[],
  outings: ReadonlyMap<Subject, Outing>,
  isNewRule: boolean,
) {
  const timeline = new Timeline([...outings.keys()]);
  const met = new Map<Subject, Met[]>();
  const tellers = new Map<Outing, Subject>();
  for (const subject of subjects) {
    const found = timeline.around(subject).flatMap((source) => {
      const outing = outings.get(source);
      return outing && isCompany(source, subject) ? [{ source, outing }] : [];
    });
    const isFree = ({ source }: Met) => mayClose(subject, source, isNewRule);
    const mine = outings.has(subject) ? found : found.filter(isFree);
    met.set(subject, mine);
    if (mine.length > 0 || outings.has(subject) || !tellsPlace(subject)) continue;
    for (const { outing } of found) if (!tellers.has(outing)) tellers.set(outing, subject);
  }
  return { met, tellers };
}

/**
 * Chooses the outing whose area an item gets: one with a position, so that the item gets the area of the source beside
 * it, not its own across a border.
 */
function outingFor(met: readonly Met[], level: GuardLevel | null): Outing | null {
  const alike = met.map(({ outing }) => outing).filter((outing) => outing.level === level);
  const placed = alike.find(({ sources }) => sources.some(({ point }) => point));
  return placed ?? alike[0] ?? null;
}

/**
 * Judges items, given all items that affect them. Derives the reasons that come from other items; `isKnown`: the item's
 * stored guard still applies.
 */
export function judge(
  subjects: readonly Subject[],
  groups: readonly StoryGroup[],
  { isNewRule, isKnown }: { isNewRule: boolean; isKnown: (subject: Subject) => boolean },
): Map<Subject, Verdict> {
  const outings = outingsOf(subjects.filter(isSource));
  const { met, tellers } = meet(subjects, outings, isNewRule);
  for (const outing of tellers.keys()) outing.level = 'hidden';
  const verdicts = new Map<Subject, Verdict>();
  for (const subject of subjects) {
    const own = ownReasonsOf(subject);
    const mine = outings.get(subject) ?? null;
    const teller = mine && tellers.get(mine);
    if (teller) own.push({ why: 'told', level: 'hidden', id: teller.row.id });
    const others = met.get(subject) ?? [];
    const together = (mine?.sources ?? [])
      .filter((one) => one !== subject && mine && ownLevelOf(one) === mine.level)
      .map((source) => ({ source, outing: mine as Outing })); // there are sources
    const offered = [...others, ...together].map(({ source, outing }) => ({
      why: 'outing' as const,
      level: outing.level,
      id: source.row.id,
    }));
    const reasons = [...own, ...lent(offered, own)];
    const level = levelOf(reasons);
    const outing = mine ?? outingFor(others, level);
    verdicts.set(subject, { reasons, level, outing });
  }
  addStories(subjects, groups, verdicts, { isNewRule, isKnown });
  return verdicts;
}

/** Whether a guarded item in a story also guards another item in it. */
function isTakenIn(item: Subject, guarded: Subject, level: GuardLevel, story: StoryGroup): boolean {
  const day = item.taken?.day ?? null;
  if (day !== null && (day === guarded.taken?.day || day === story.date)) return true;
  // Without a date and a position it may belong to any day.
  if (day === null && !item.point) return true;
  return !!item.point && !!guarded.point && isNearInPlace(item, guarded, level);
}

/** Guards items that a story shows beside guarded ones; only a public story guards open items. */
function addStories(
  subjects: readonly Subject[],
  groups: readonly StoryGroup[],
  verdicts: Map<Subject, Verdict>,
  { isNewRule, isKnown }: { isNewRule: boolean; isKnown: (subject: Subject) => boolean },
): void {
  const byId = new Map(subjects.map((subject) => [subject.row.id, subject]));
  const before = new Map(
    [...verdicts].map(([one, { level }]) => [one, isKnown(one) ? one.row.guard : level]),
  );
  for (const group of groups) {
    const items = [...group.items].flatMap((id) => byId.get(id) ?? []);
    const guarded = items.filter((item) => before.get(item));
    for (const item of items) {
      const verdict = verdicts.get(item);
      for (const other of guarded) {
        const level = before.get(other) ?? null;
        if (!verdict || !level || other === item || !isStricter(level, verdict.level)) continue;
        const mayChange = !isOpen(item) || (group.isListed && (isNewRule || isListedRow(other)));
        if (!mayChange || !isTakenIn(item, other, level, group)) continue;
        verdict.reasons.push({ why: 'story', level, id: group.id });
        verdict.level = level;
        const outing = verdicts.get(other)?.outing ?? null;
        if (outing && isNearInPlace(item, other, level)) verdict.outing ??= outing;
      }
    }
  }
}
