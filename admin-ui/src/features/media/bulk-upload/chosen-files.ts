/** What becomes of files that were chosen or dropped; no effects. */
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { refusalOf } from '../form/file-checks.ts';
import { type Draft, draftIdOf } from './draft.ts';

export interface RefusedFile {
  name: string;
  why: 'fileTooLarge' | 'fileEmpty' | 'fileKindRefused' | 'tooManyFiles' | 'alreadyChosen';
}

export interface ChosenFiles {
  /** New ones, in the order they were chosen. */
  added: File[];
  /** Those that a draft was waiting for. */
  found: Array<{ id: string; file: File }>;
  refused: RefusedFile[];
}

/** Sorts them: what can't be taken is named with its reason, and the rest goes on. */
export function sortChosen(files: readonly File[], drafts: readonly Draft[]): ChosenFiles {
  const outcome: ChosenFiles = { added: [], found: [], refused: [] };
  const known = new Set(drafts.map((draft) => draft.id));
  const waiting = new Map(drafts.filter(({ file }) => !file).map((draft) => [draft.id, draft]));
  for (const file of files) {
    const refuse = (why: RefusedFile['why']) => outcome.refused.push({ name: file.name, why });
    const refusal = refusalOf(file);
    // The very same one: another photo of this name and size would get the words of the first.
    const awaited = refusal ? undefined : waiting.get(draftIdOf(file));
    if (refusal) refuse(refusal);
    else if (awaited) {
      outcome.found.push({ id: awaited.id, file });
      waiting.delete(awaited.id);
    } else if (known.has(draftIdOf(file))) refuse('alreadyChosen');
    else if (known.size >= MAX_BULK_FILES) refuse('tooManyFiles');
    else {
      outcome.added.push(file);
      known.add(draftIdOf(file));
    }
  }
  return outcome;
}
