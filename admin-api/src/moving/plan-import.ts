/** What an import would do, computed without reading a picture. */
import type { ReasonCode } from '@veldlicht/contract/error-texts';
import { type GuardRule, guardReasonsOf } from '@veldlicht/contract/guard';
import {
  type ImportChoice,
  type ImportPlan,
  keyOf,
  type MovedItem,
} from '@veldlicht/contract/moving';
import { foldName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import type { Store } from '@veldlicht/database/open';
import { guardRules, media, movedIn, species } from '@veldlicht/database/schema';
import { wordsReader } from '#drafts/file-words.ts';
import { listNames } from '#media/media.repository.ts';
import { factsOfItem, readSidecar } from './item-facts.ts';
import { listReason } from './list-reason.ts';
import { type Form, subjectsOf } from './read-form.ts';
import { OWN } from './to-moved.ts';

/** Names that are not known, each once whatever its case. */
function newTo(known: readonly string[], names: Iterable<string>): string[] {
  const isKnown = new Set(known.map(foldName));
  const found = new Map([...names].map((name) => [foldName(name), name]));
  return [...found].filter(([folded]) => !isKnown.has(folded)).map(([, name]) => name);
}

/** Ids of items and stories that moved in, by their keys. */
export function movedIds(store: Store): Map<string, string> {
  const rows = store.select().from(movedIn).all();
  return new Map(rows.map(({ key, subjectId }) => [key, subjectId]));
}

/** Items that were not taken in yet. */
export function freshOf(store: Store, items: readonly MovedItem[]): MovedItem[] {
  const known = movedIds(store);
  return items.filter((item) => !known.has(keyOf(item)));
}

/** Looks at a form before anything is done. */
export async function planImport(
  store: Store,
  form: Form,
  { category }: Pick<ImportChoice, 'category'>,
): Promise<ImportPlan> {
  const fresh = freshOf(store, form.items);
  const wordsOf = wordsReader(store);
  const rules = store.select().from(guardRules).all();
  const ruleOf = new Map(rules.map((rule): [string, GuardRule] => [rule.scientificName, rule]));
  const categories = new Set<string>(category === null ? [] : [category]);
  const keywords = new Set<string>();
  const sighted = new Set<string>();
  let [withoutCategory, guarded] = [0, 0];
  for (const item of fresh) {
    const facts = factsOfItem(item, await readSidecar(form.folder, item.file));
    const words = wordsOf(facts);
    const shown = item.species?.map((one) => ({ ...one, dutchName: null })) ?? words.species;
    for (const { scientificName } of shown) sighted.add(scientificName);
    if (guardReasonsOf({ date: facts.date, species: shown }, ruleOf).length > 0) guarded++;
    if (item.category) categories.add(item.category);
    else if (words.category === null && category === null) withoutCategory++;
    // Keywords of another Veldlicht were tags, whatever else they name.
    const tags = item.source === OWN ? (item.keywords ?? []) : words.keywords;
    for (const tag of tags) keywords.add(tag);
  }
  const names = listNames(store);
  const named = (type: 'category' | 'tag') =>
    names.filter((row) => row.type === type).map(({ name }) => name);
  const newCategories = newTo(named('category'), categories);
  const newTags = newTo([...named('tag'), ...named('category')], keywords);
  const listed = store.select({ scientificName: species.scientificName }).from(species).all();
  const isListed = new Set([...listed, ...form.species].map((row) => row.scientificName));
  const files = store.select({ hash: media.fileHash }).from(media).all();
  const isHere = new Set(files.map(({ hash }) => hash));
  const counts: [ReasonCode, number][] = [
    ['plan_known', form.items.length - fresh.length],
    ['plan_same', fresh.filter(({ sha256 }) => sha256 && isHere.has(sha256.slice(0, 32))).length],
    ['plan_guarded', guarded],
    ['plan_stories', form.stories.length],
    ['plan_messages', form.messages.length],
    [
      'plan_redirects',
      form.redirects.length + subjectsOf(form).flatMap((one) => one.oldAddresses).length,
    ],
  ];
  return {
    faults: form.faults,
    left: form.left,
    lines: [
      reason('plan_fresh', { n: fresh.length }),
      ...counts.flatMap(([code, n]) => (n > 0 ? reason(code, { n }) : [])),
      ...listReason('plan_categories', newCategories),
      ...listReason('plan_tags', newTags),
      ...listReason(
        'plan_species',
        [...sighted].filter((name) => !isListed.has(name)),
      ),
    ],
    withoutCategory,
    newCategories,
    newTags,
  };
}
