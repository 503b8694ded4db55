/** Rows of the table, changes of one or many, and the way back (pure but for the stack). */
import type { GuardLevel } from '@veldlicht/contract/guard';
import { stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaBulkChange } from '@veldlicht/contract/media';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { type ItemSpecies, MAX_ITEM_SPECIES } from '@veldlicht/contract/species';
import type { FieldValues } from '../field-values.ts';
import type { Column } from '../fields.ts';

export interface MediaRow {
  id: string;
  /** Accessible name of the row. */
  name: string;
  fields: FieldValues;
  /** Name of the file; the title may still be the same. */
  fileName: string | null;
  /** Keywords of the file that no field holds. */
  keywords: readonly string[];
  /** The guard's limit by the server; undefined: computed from the species. */
  level?: GuardLevel | null;
}

/** New values of fields, and tags and species to add or remove. */
export type RowChange = Partial<FieldValues> &
  Omit<MediaBulkChange, keyof FieldValues | 'addSpecies'> & { addSpecies?: ItemSpecies[] };

export interface Edit {
  ids: readonly string[];
  change: RowChange;
  /** A bulk edit, even of one row. */
  isBulk?: boolean;
}

export type TakeBack = () => unknown;

export interface Changed {
  takeBack: TakeBack;
  /** False if the server refused it and the rows were restored. */
  isDone: Promise<boolean>;
}

export interface TablePort {
  change: (edits: readonly Edit[]) => Changed;
  /** Stores each letter of a text; without it a text is stored on leaving its cell. */
  type?: (id: string, fields: Partial<FieldValues>) => void;
}

/** Adds an undo stack to a port. */
export function undoable(port: TablePort) {
  const done: TakeBack[] = [];
  const remember = (takeBack: TakeBack) => {
    done.push(takeBack);
    // Undone elsewhere, such as by a notice: the stack must not undo it again.
    return () => {
      const place = done.indexOf(takeBack);
      if (place < 0) return;
      done.splice(place, 1);
      return takeBack();
    };
  };
  return {
    ...port,
    change: (edits: readonly Edit[]): Changed => {
      const { takeBack, isDone } = port.change(edits);
      const remembered = remember(takeBack);
      void isDone.then((isSo) => isSo || done.splice(done.indexOf(takeBack) >>> 0, 1));
      return { takeBack: remembered, isDone };
    },
    /** Not on the stack: undoing is no step of its own. */
    changeBack: port.change,
    remember,
    undo: () => done.pop()?.(),
  };
}
export type Rows = ReturnType<typeof undoable>;

type Entry = FieldValues['tags' | 'species'][number];
export const nameOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.scientificName);

/** Returns the entries of `all` that `some` lacks. */
function lackedBy<One extends Entry>(some: readonly Entry[], all: readonly One[]): One[] {
  const names = new Set(some.map(nameOf));
  return all.filter((entry) => !names.has(nameOf(entry)));
}

/** Adds and removes entries; species keep how they were seen. */
export function listsAfter(
  { tags, species }: Pick<FieldValues, 'tags' | 'species'>,
  { addTags = [], removeTags = [], addSpecies = [], removeSpecies = [] }: RowChange,
) {
  const isLeft = (gone: readonly string[]) => (entry: Entry) => !gone.includes(nameOf(entry));
  return {
    tags: [...tags, ...lackedBy(tags, addTags)].filter(isLeft(removeTags)),
    species: [...species, ...lackedBy(species, addSpecies)]
      .filter(isLeft(removeSpecies))
      .slice(0, MAX_ITEM_SPECIES),
  };
}

/** Turns a change of one row into one for many: tags and species become additions and removals. */
export function forMany(before: FieldValues, change: Partial<FieldValues>): RowChange {
  const { tags, species, ...others } = change;
  const given = {
    addTags: tags && lackedBy(before.tags, tags),
    removeTags: tags && lackedBy(tags, before.tags),
    addSpecies: species && lackedBy(before.species, species),
    removeSpecies: species && lackedBy(species, before.species).map(nameOf),
  };
  const isMeant = ([, names]: [string, readonly unknown[] | undefined]) =>
    names && names.length > 0;
  return { ...others, ...Object.fromEntries(Object.entries(given).filter(isMeant)) };
}

type Target = Pick<MediaRow, 'id' | 'fields'>;

/** Copies a column to other rows. A place takes its privacy along, the stricter of the two. */
export function filledFrom(
  source: FieldValues,
  targets: readonly Target[],
  column: Column,
): Edit[] {
  const change = { [column]: source[column] };
  if (column !== 'location') return [{ ids: targets.map(({ id }) => id), change }];
  const byPrivacy = Map.groupBy(targets, ({ fields }) =>
    stricterPrivacy(source.locationPrivacy, fields.locationPrivacy),
  );
  return [...byPrivacy].map(([locationPrivacy, alike]) => ({
    ids: alike.map(({ id }) => id),
    change: { ...change, locationPrivacy },
  }));
}

/** Drops "exact" where a place is more than words: no bulk edit may reveal one. `kept` counts the rows it spared. */
export function withoutExactPlaces(
  edits: readonly Edit[],
  fieldsOf: (id: string) => FieldValues | undefined,
): { edits: Edit[]; kept: number } {
  let kept = 0;
  const some = edits.flatMap((edit): Edit[] => {
    const { ids, change } = edit;
    const { locationPrivacy, ...others } = change;
    if (locationPrivacy !== 'exact') return [edit];
    const isWords = (id: string) => isWordsOnly(change.location ?? fieldsOf(id)?.location ?? '');
    const tooExact = ids.filter((id) => !isWords(id));
    kept += tooExact.length;
    return [
      { ...edit, ids: ids.filter(isWords) },
      { ...edit, ids: Object.keys(others).length > 0 ? tooExact : [], change: others },
    ];
  });
  return { edits: some.filter(({ ids }) => ids.length > 0), kept };
}
