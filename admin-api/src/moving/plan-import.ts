/** What an import would do: shown before it is done. */
import { type GuardRule, guardReasonsOf } from '@veldlicht/contract/guard';
import {
  type ImportChoice,
  type ImportPlan,
  keyOf,
  type MovedItem,
} from '@veldlicht/contract/moving';
import { foldName } from '@veldlicht/contract/name';
import type { Store } from '@veldlicht/database/open';
import { addressKey } from '@veldlicht/database/redirects';
import { guardRules, media, movedIn, species } from '@veldlicht/database/schema';
import { wordsReader } from '#drafts/file-words.ts';
import { listNames } from '#media/media.repository.ts';
import { type Form, factsOfItem, readSidecar } from './read-form.ts';
import { OWN } from './to-moved.ts';

const newTo = (known: ReadonlySet<string>, names: Iterable<string>) => {
  const found = new Map([...names].map((name) => [foldName(name), name]));
  return [...found].filter(([key]) => !known.has(key)).map(([, name]) => name);
};

/** Items that were not taken in yet. */
export function freshOf(store: Store, items: readonly MovedItem[]): MovedItem[] {
  const known = new Set(
    store
      .select({ key: movedIn.key })
      .from(movedIn)
      .all()
      .map(({ key }) => key),
  );
  return items.filter((item) => !known.has(keyOf(item)));
}

const oldAddressesOf = ({ items, notes, series }: Form) =>
  [...items, ...notes.map(({ facts }) => facts), ...series].flatMap((one) =>
    one.oldAddresses.map((address) => ({ key: keyOf(one), address })),
  );

/** Says of old addresses what is wrong with them. */
const addressFaults = (form: Form): string[] =>
  oldAddressesOf(form).flatMap(({ key, address }) => {
    try {
      addressKey(address);
      return [];
    } catch (error) {
      return `${key}: ${error instanceof Error ? error.message : error}.`;
    }
  });

/** Looks at a form before anything is done, without reading a picture. */
export async function planImport(
  store: Store,
  form: Form,
  { category }: Pick<ImportChoice, 'category'>,
): Promise<ImportPlan> {
  const fresh = freshOf(store, form.items);
  const names = listNames(store);
  const wordsOf = wordsReader(store);
  const of = (type: 'category' | 'tag') =>
    new Set(names.filter((row) => row.type === type).map(({ name }) => foldName(name)));
  const listed = new Set([
    ...store
      .select({ name: species.scientificName })
      .from(species)
      .all()
      .map((row) => row.name),
    ...form.species.map((row) => row.scientificName),
  ]);
  const hashes = new Set(
    store
      .select({ hash: media.fileHash })
      .from(media)
      .all()
      .map(({ hash }) => hash),
  );
  const rules = new Map(
    store
      .select()
      .from(guardRules)
      .all()
      .map((rule): [string, GuardRule] => [rule.scientificName, rule]),
  );
  const [categories, keywords, sighted]: [string[], string[], string[]] = [[], [], []];
  let [withoutCategory, guarded] = [0, 0];
  for (const item of fresh) {
    const facts = factsOfItem(item, await readSidecar(form.folder, item.file));
    const words = wordsOf(facts);
    const shown = item.species?.map((one) => ({ ...one, dutchName: null })) ?? words.species;
    sighted.push(...shown.map((one) => one.scientificName));
    if (guardReasonsOf({ date: facts.date, species: shown }, rules).length > 0) guarded++;
    if (item.category) categories.push(item.category);
    else if (words.category === null && category === null) withoutCategory++;
    // Of another Veldlicht they were tags, whatever else they name.
    keywords.push(...(item.source === OWN ? (item.keywords ?? []) : words.keywords));
  }
  const newCategories = newTo(of('category'), [...categories, ...(category ? [category] : [])]);
  return {
    faults: [...form.faults, ...addressFaults(form)],
    left: form.left,
    items: form.items.length,
    known: form.items.length - fresh.length,
    sameFile: fresh.filter(({ sha256 }) => sha256 && hashes.has(sha256.slice(0, 32))).length,
    fresh: fresh.length,
    withoutCategory,
    guarded,
    newCategories,
    newTags: newTo(new Set([...of('tag'), ...of('category')]), keywords),
    unknownSpecies: [...new Set(sighted)].filter((name) => !listed.has(name)),
    stories: form.notes.length + form.series.length,
    messages: form.messages.length,
    redirects: form.redirects.length + oldAddressesOf(form).length,
  };
}
