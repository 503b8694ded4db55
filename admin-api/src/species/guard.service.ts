/** Reads and changes the guard list. */
import type { GuardAnswer, GuardRule } from '@veldlicht/contract/guard';
import { reason } from '@veldlicht/contract/reason';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import { guardRules } from '@veldlicht/database/schema';
import { asc } from 'drizzle-orm';
import { factsOfMany, recordAudit } from '#audit/audit.repository.ts';
import { invalidField } from '#http/app-error.ts';
import { etagOf, requireMatch, type Write } from '#http/write.ts';
import { knownNames } from './species.repository.ts';

export function readGuardList(store: Store): GuardAnswer {
  const rules = store.select().from(guardRules).orderBy(asc(guardRules.scientificName)).all();
  return { rules, etag: etagOf(rules) };
}

/** Species whose rule differs between two lists. */
function changedNames(before: GuardRule[], after: GuardRule[]): string[] {
  const text = (rules: GuardRule[]) =>
    new Map(rules.map((rule) => [rule.scientificName, etagOf(rule)]));
  const [then, now] = [text(before), text(after)];
  const names = new Set([...then.keys(), ...now.keys()]);
  return [...names].filter((name) => then.get(name) !== now.get(name)).sort();
}

function requireSpecies(store: Store, names: string[]): void {
  const known = knownNames(store, names);
  const name = names.find((one) => !known.has(one));
  if (name !== undefined) throw invalidField('rules', reason('unknown_species', { name }));
}

/**
 * Replaces the list and judges every item again, in an open transaction, so that one publish shows it all. Of two
 * rules of a species the last counts. Throws `changed_meanwhile`, and `invalid_input` for an unknown species.
 */
export function writeGuardList(store: Store, rules: GuardRule[], write: Write): GuardAnswer {
  const before = readGuardList(store);
  const about = { entity: 'guard', entityId: null } as const;
  requireMatch(store, write.ifMatch, before.etag, about);
  const wanted = [...new Map(rules.map((rule) => [rule.scientificName, rule])).values()];
  const changed = changedNames(before.rules, wanted);
  requireSpecies(
    store,
    wanted.map(({ scientificName }) => scientificName),
  );
  if (changed.length === 0) return before;
  store.delete(guardRules).run();
  for (let from = 0; from < wanted.length; from += 500)
    store
      .insert(guardRules)
      .values(wanted.slice(from, from + 500))
      .run();
  applyGuard(store);
  recordAudit(store, write, { action: 'update', ...about, facts: factsOfMany(changed) });
  return readGuardList(store);
}
