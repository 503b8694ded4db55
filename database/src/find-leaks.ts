/** Words that name a place in the area of a guarded item, or a day: pure, for the report and the form (decision 068). */
import { dayIn } from '@veldlicht/contract/day-shapes';
import type { GuardLevel } from '@veldlicht/contract/guard';
import type { ToldText } from '@veldlicht/contract/item-fields';
import { leakFields, type TextLeak } from '@veldlicht/contract/leaks';
import { onePosition } from './positions/position.ts';
import { settlementsAround, settlementsWithin } from './settlement.ts';

/** What visitors read of an item in words. */
export interface PublicWords extends Record<ToldText, string | null> {
  category: string;
  tags: readonly string[];
  /** Of a field note. */
  body?: string | undefined;
  /** Of an item that has an address. */
  slug?: string;
  /** Of its file, by whatever names. */
  rights?: readonly string[];
}

/** Letters and digits in small letters without accents, one space between words and around them. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Villages whose names are ordinary words: only with a capital they are meant. */
const ORDINARY = new Set(
  'beek berg best born dam dijk dorp duin echt eind haar heide hoek hof hout kerk laag land leende leuth meer mill ven vos wijk zand zee'.split(
    ' ',
  ),
);
/** A name within an owner's words for a place: "Naardermeer, bij de hut". */
const NAME = /(?<!\p{L})\p{Lu}[\p{L}'’-]{3,}/gu;

/** A village so near counts too, in kilometres: the next area may begin at the edge of the wood. */
const NEAR_KM: Record<GuardLevel, number> = { block: 3, region: 10, hidden: 20 };

/**
 * Names by which a place becomes known more closely than its guard allows: of the settlements in its area and near
 * it, and those that the owner's own words have. Of what is hidden the region counts as the area.
 */
export function namesAround(location: string | null, level: GuardLevel): string[] {
  if (!location) return [];
  const point = onePosition(location);
  const villages = point
    ? [
        ...settlementsAround(point, level === 'block' ? 'block' : 'region'),
        ...settlementsWithin(point, NEAR_KM[level]),
      ]
    : [];
  return [...new Set([...villages, ...(location.match(NAME) ?? [])])];
}

/** The word of a text that is one of the names; `isSlug`: it has no capitals to go by. */
function nameIn(text: string, names: readonly string[], isSlug = false): string | null {
  const words = folded(text);
  const found = names.find((name) => {
    const wanted = folded(name);
    if (!words.includes(wanted)) return false;
    return !ORDINARY.has(wanted.trim()) || (!isSlug && text.includes(name));
  });
  return found ?? null;
}

type Told = Pick<TextLeak, 'word' | 'tells'>;

function toldBy(text: string | null, names: readonly string[], isSlug = false): Told[] {
  if (!text) return [];
  const [place, day] = [nameIn(text, names, isSlug), dayIn(isSlug ? folded(text) : text)];
  return [
    ...(place ? [{ word: place, tells: 'place' as const }] : []),
    ...(day ? [{ word: day.trim(), tells: 'day' as const }] : []),
  ];
}

/** What the words of an item tell beyond its guard, with the names around its place. */
export function findLeaks(words: PublicWords, names: readonly string[]): TextLeak[] {
  const { tags, slug = '', rights = [] } = words;
  // The four digits at its end are no day.
  const address = slug.replace(/-\d{4}$/, '');
  return [
    ...leakFields.flatMap((field) =>
      toldBy(words[field] ?? null, names).map((told) => ({
        kind: 'text' as const,
        field,
        ...told,
      })),
    ),
    ...tags.flatMap((tag) =>
      toldBy(tag, names).map((told) => ({ kind: 'tag' as const, tag, ...told })),
    ),
    ...toldBy(address, names, true).map((told) => ({ kind: 'address' as const, ...told })),
    ...rights.flatMap((text) =>
      toldBy(text, names).map((told) => ({ kind: 'rights' as const, ...told })),
    ),
  ];
}
