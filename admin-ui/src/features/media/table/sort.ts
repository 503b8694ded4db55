/** Sorting by a column (pure). */
import { speciesLabel } from '@veldlicht/contract/species-name';
import type { FieldValues } from '../field-values.ts';
import type { Column } from '../fields.ts';

export interface Sort {
  by: Column;
  isDown: boolean;
}

/** A first press sorts up, a second one down. */
export const sortAfter = (sort: Sort | null, by: Column): Sort => ({
  by,
  isDown: sort?.by === by && !sort.isDown,
});

const collator = new Intl.Collator('nl', { numeric: true, sensitivity: 'base' });

function keyOf(fields: FieldValues, by: Column): string {
  if (by === 'tags') return fields.tags.join(', ');
  if (by === 'species') return fields.species.map(speciesLabel).join(', ');
  return fields[by].trim();
}

/** Sorts stably; empty values come last. */
export function sorted<Thing>(
  things: readonly Thing[],
  fieldsOf: (thing: Thing) => FieldValues,
  { by, isDown }: Sort,
): Thing[] {
  const keyed = things.map((thing) => ({ thing, key: keyOf(fieldsOf(thing), by) }));
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
    return collator.compare(a.key, b.key) * (isDown ? -1 : 1);
  });
  return keyed.map(({ thing }) => thing);
}
