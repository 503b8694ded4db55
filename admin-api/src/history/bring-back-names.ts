/** Brings back categories, tags, own species and rules of the guard. */
import { categoryKey } from '@veldlicht/contract/category-name';
import { nameSlug } from '@veldlicht/contract/name';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import {
  categories,
  guardRules,
  media,
  mediaRows,
  mediaTags,
  species,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { closeUp, guardWhatHas, letGo, listCategories } from '#categories/categories.service.ts';
import { countUses, knownNames } from '#species/species.repository.ts';
import { guardByNames } from '#species/species.service.ts';
import { type BringBack, readColumns, type Wanted } from './bring-back.ts';

/** Returns the ids for which `bring` succeeds. */
const each = (wanted: readonly Wanted[], bring: (one: Wanted) => boolean) =>
  wanted.filter(bring).map(({ id }) => id);

/** Whether an item has this tag or category; for categories also in the trash, where items need theirs. */
function isUsed(store: Store, id: string): boolean {
  const isCategory = eq(mediaRows.categoryId, id);
  const tagged = store
    .select({ seq: media.seq })
    .from(mediaTags)
    .innerJoin(media, eq(media.seq, mediaTags.mediaSeq))
    .where(eq(mediaTags.tagId, id));
  return (
    store.select({ seq: mediaRows.seq }).from(mediaRows).where(isCategory).get() !== undefined ||
    tagged.get() !== undefined
  );
}

function isNameTaken(store: Store, { id, name, type }: typeof categories.$inferSelect): boolean {
  const key = categoryKey(name, type);
  return listCategories(store).some(
    (one) => one.id !== id && one.type === type && categoryKey(one.name, type) === key,
  );
}

export const bringBackCategories: BringBack = (store, wanted) => {
  const brought = each(wanted, ({ id, want }) => {
    const which = eq(categories.id, id);
    const row = store.select().from(categories).where(which).get();
    if (!want) {
      if (!row || isUsed(store, id)) return false;
      store.delete(categories).where(which).run();
      return true;
    }
    const change = readColumns(categories, want);
    // Cast: history has all columns of a row that must be inserted.
    const next = { id, ...row, ...change } as typeof categories.$inferSelect;
    const isMoved = row !== undefined && row.type !== next.type;
    if (isNameTaken(store, next) || (isMoved && isUsed(store, id))) return false;
    if (row) store.update(categories).set(change).where(which).run();
    else store.insert(categories).values(next).run();
    return true;
  });
  // Others may have the restored positions.
  for (const type of ['category', 'tag'] as const) closeUp(store, type);
  guardWhatHas(store, brought);
  letGo(store);
  return brought;
};

export const bringBackSpecies: BringBack = (store, wanted) => {
  const slugs = new Map(
    store
      .select({ name: species.scientificName })
      .from(species)
      .all()
      .map(({ name }) => [nameSlug(name), name]),
  );
  const brought = each(wanted, ({ id, want, now }) => {
    const which = eq(species.scientificName, id);
    if (!want) {
      const rule = store.select().from(guardRules).where(eq(guardRules.scientificName, id)).get();
      if (rule || countUses(store, id) > 0) return false;
      store.delete(species).where(which).run();
      return true;
    }
    const change = readColumns(species, want);
    if (now) store.update(species).set(change).where(which).run();
    else {
      if (slugs.has(nameSlug(id))) return false;
      // Cast: as for categories.
      const row = { scientificName: id, ...change } as typeof species.$inferSelect;
      store.insert(species).values(row).run();
    }
    return true;
  });
  guardByNames(store, brought);
  return brought;
};

export const bringBackGuard: BringBack = (store, wanted) => {
  const known = knownNames(
    store,
    wanted.map(({ id }) => id),
  );
  const brought = each(wanted, ({ id, want, now }) => {
    const which = eq(guardRules.scientificName, id);
    if (!want) {
      store.delete(guardRules).where(which).run();
      return true;
    }
    if (!known.has(id)) return false;
    const change = readColumns(guardRules, want);
    if (now) store.update(guardRules).set(change).where(which).run();
    else {
      // Cast: as for categories.
      const row = { scientificName: id, ...change } as typeof guardRules.$inferSelect;
      store.insert(guardRules).values(row).run();
    }
    return true;
  });
  if (brought.length > 0) applyGuard(store);
  return brought;
};
