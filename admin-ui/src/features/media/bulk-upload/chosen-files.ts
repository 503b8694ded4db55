/** What becomes of files that were chosen or dropped; no effects. */
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { refusalOf } from '../form/file-checks.ts';
import { type Draft, draftIdOf } from './draft.ts';

export interface RefusedFile {
  name: string;
  why: 'fileTooLarge' | 'fileKindRefused' | 'tooManyFiles' | 'alreadyChosen';
}

export interface ChosenFiles {
  /** New ones, in the order they were chosen. */
  added: File[];
  /** Those that a draft was waiting for. */
  found: Array<{ id: string; file: File }>;
  refused: RefusedFile[];
}

/** The file of a draft that has lost it: the very same, else the only one of this name and size. */
function waitingDraft(waiting: readonly Draft[], file: File): Draft | undefined {
  const exact = waiting.find((draft) => draft.id === draftIdOf(file));
  if (exact) return exact;
  // Phones give a picked file the time of picking.
  const alike = waiting.filter((draft) => draft.name === file.name && draft.size === file.size);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Sorts them: what can't be taken is named with its reason, and the rest goes on. */
export function sortChosen(files: readonly File[], drafts: readonly Draft[]): ChosenFiles {
  const outcome: ChosenFiles = { added: [], found: [], refused: [] };
  const known = new Set(drafts.map((draft) => draft.id));
  let waiting = drafts.filter((draft) => draft.file === null);
  for (const file of files) {
    const refuse = (why: RefusedFile['why']) => outcome.refused.push({ name: file.name, why });
    const refusal = refusalOf(file);
    const awaited = refusal ? undefined : waitingDraft(waiting, file);
    if (refusal) refuse(refusal);
    else if (awaited) {
      outcome.found.push({ id: awaited.id, file });
      waiting = waiting.filter((draft) => draft !== awaited);
    } else if (known.has(draftIdOf(file))) refuse('alreadyChosen');
    else if (known.size >= MAX_BULK_FILES) refuse('tooManyFiles');
    else {
      outcome.added.push(file);
      known.add(draftIdOf(file));
    }
  }
  return outcome;
}
