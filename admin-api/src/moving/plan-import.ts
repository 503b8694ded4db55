/** What an import would do. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
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
import { files, guardRules, media, movedIn, species } from '@veldlicht/database/schema';
import { sha256OfFile } from '@veldlicht/database/sha256';
import { ifMissing } from '@veldlicht/database/system-errors';
import { eq } from 'drizzle-orm';
import { wordsReader } from '#drafts/file-words.ts';
import { listNames } from '#media/media.repository.ts';
import { factsOfItem, readSidecar } from './item-facts.ts';
import { listReason } from './list-reason.ts';
import { addressesOf, type Form } from './read-form.ts';
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

/** Counts items whose file is here. Reads only files as large as one that is. */
async function countSame(store: Store, folder: string, items: readonly MovedItem[]) {
  const isThis = eq(files.hash, media.fileHash);
  const columns = { hash: files.hash, bytes: files.bytes };
  const here = store.select(columns).from(media).innerJoin(files, isThis).all();
  const hashes = new Set(here.map(({ hash }) => hash));
  const sizes = new Set(here.map(({ bytes }) => bytes));
  let n = 0;
  for (const item of items) {
    const file = path.join(folder, item.file);
    const { size } = await stat(file).catch(ifMissing({ size: -1 }));
    if (sizes.has(size) && hashes.has((await sha256OfFile(file)).slice(0, 32))) n++;
  }
  return n;
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
  const same = await countSame(store, form.folder, fresh);
  const counts: [ReasonCode, number][] = [
    ['plan_known', form.items.length - fresh.length],
    ['plan_same', same],
    ['plan_guarded', guarded],
    ['plan_stories', form.stories.length],
    ['plan_messages', form.messages.length],
    ['plan_redirects', form.redirects.length + addressesOf(form).length - form.gone.length],
  ];
  return {
    faults: form.faults,
    left: form.left,
    lines: [
      reason('plan_fresh', { n: fresh.length - same }),
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
