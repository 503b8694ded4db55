/** What many drafts have in common, and what their files propose (pure). */
import { foldName } from '@veldlicht/contract/name';
import type { FieldValues } from '../field-values.ts';
import { type Column, columns } from './columns.ts';
import { changeTags, type Draft, editAmongMany } from './draft.ts';
import type { CellValues } from './field-cells.tsx';

/** The value of each column that all have; undefined where they differ. Of tags, those that all have. */
export function commonValues(drafts: readonly Draft[]): CellValues {
  const [first, ...others] = drafts;
  const common = (column: Column) => {
    const value = first?.fields[column];
    if (Array.isArray(value))
      return value.filter((tag) => others.every(({ fields }) => fields.tags.includes(tag)));
    return others.every(({ fields }) => fields[column] === value) ? value : undefined;
  };
  // Cast: `fromEntries` forgets the names.
  return Object.fromEntries(columns.map((column) => [column, common(column)])) as CellValues;
}

/** How one draft of many changes; of tags only those come and go that `common` did not have or lost. */
export function changeOneOfMany(change: Partial<FieldValues>, common: readonly string[]) {
  const { tags, ...others } = change;
  return (draft: Draft): Draft => {
    if (!tags) return editAmongMany(draft, others);
    const removed = common.filter((tag) => !tags.includes(tag));
    return changeTags(draft, tags, removed);
  };
}

/** Keywords of all files that are no tags yet, each once; in the order of the files, so that none moves away under a hand. */
export function proposedKeywords(drafts: readonly Draft[]): string[] {
  const words = new Map<string, string>();
  // Of a thousand files most words are alike, and folding takes its time.
  for (const word of new Set(drafts.flatMap(({ notes }) => notes.keywords))) {
    const key = foldName(word);
    if (!words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}
