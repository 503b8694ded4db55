/** Rows of the table, changes of one or many, and the way back (pure but for the stack). */
import type { GuardLevel } from '@veldlicht/contract/guard';
import { stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaBulkChange } from '@veldlicht/contract/media';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { type ItemSpecies, MAX_ITEM_SPECIES } from '@veldlicht/contract/species';
import type { FieldValues } from '../field-values.ts';
import type { Column } from '../fields.ts';

/** A row as its cells need it. */
export interface MediaRow {
  id: string;
  /** What its row is called. */
  name: string;
  fields: FieldValues;
  /** The name of its file, which a title may still be. */
  fileName: string | null;
  /** Words of the file beside its fields. */
  keywords: readonly string[];
  /** What the guard allows, as the server found; undefined: as its species have it. */
  level?: GuardLevel | null;
}

/** What becomes of rows: fields as they will be, and for many also what comes and goes. */
export type RowChange = Partial<FieldValues> &
  Omit<MediaBulkChange, keyof FieldValues | 'addSpecies'> & { addSpecies?: ItemSpecies[] };

export interface Edit {
  ids: readonly string[];
  change: RowChange;
  /** Meant for many, also where it is one now. */
  isBulk?: boolean;
}

/** Takes back what was done. */
export type TakeBack = () => unknown;

export interface Changed {
  takeBack: TakeBack;
  /** False: it was refused, and is as it was. */
  isDone: Promise<boolean>;
}

/** The rows of a table, as it changes them. */
export interface TablePort {
  change: (edits: readonly Edit[]) => Changed;
  /** A letter of a text, which counts before its cell is left; without it a text counts then. */
  type?: (id: string, fields: Partial<FieldValues>) => void;
}

/** A port whose changes are remembered: the last one can be taken back, whatever it was, and then the one before. */
export function undoable(port: TablePort) {
  const done: TakeBack[] = [];
  const remember = (takeBack: TakeBack) => {
    done.push(takeBack);
    // From elsewhere, such as a notice: not once more by the next undo.
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
    /** Not remembered: a way back is no step of its own. */
    changeBack: port.change,
    remember,
    undo: () => done.pop()?.(),
  };
}
export type Rows = ReturnType<typeof undoable>;

type Entry = FieldValues['tags' | 'species'][number];
export const nameOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.scientificName);

/** Entries of `all` that `some` lacks. */
function lackedBy<One extends Entry>(some: readonly Entry[], all: readonly One[]): One[] {
  const names = new Set(some.map(nameOf));
  return all.filter((entry) => !names.has(nameOf(entry)));
}

/** Lists after some came and others went; how a species was seen stays. */
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

/** What a change of one row means for many: of tags and species only those come and go that came or went there. */
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

/** A column of one row for others. A place brings along what may be known of it, the stricter of the two. */
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

/** No choice for many tells a place exactly that is more than words; `kept`: of how many rows it would. */
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
