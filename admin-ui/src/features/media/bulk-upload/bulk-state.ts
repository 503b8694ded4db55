/** All that the bulk upload knows, and what follows from it (pure). */
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { textFaults } from '../field-values.ts';
import { type FileRefusal, refusalOf } from '../upload/file-checks.ts';
import type { UploadPhase, UploadProgress } from '../upload/upload-file.ts';
import { type Draft, draftIdOf } from './draft.ts';

/** How far the file of a draft is during a run. */
export type FileProgress = UploadProgress | { phase: 'queued'; sent: 0 };

/** `reading`: waits for the metadata of files that were chosen a moment ago. */
export type RunPhase = 'idle' | 'reading' | 'sending' | 'creating';

export interface RefusedFile {
  name: string;
  why: FileRefusal | 'tooManyFiles' | 'alreadyChosen';
}

export interface BulkState {
  drafts: readonly Draft[];
  /** Only of drafts whose file is on its way or waits for its turn. */
  progress: ReadonlyMap<string, FileProgress>;
  run: RunPhase;
  /** Files that were not taken, since the last choice. */
  refused: readonly RefusedFile[];
}

export const emptyState: BulkState = {
  drafts: [],
  progress: new Map(),
  run: 'idle',
  refused: [],
};

export interface ChosenFiles {
  /** New ones, in the order they were chosen. */
  added: File[];
  /** Those that a draft was waiting for, by its id. */
  found: Map<string, File>;
  refused: RefusedFile[];
}

/** Sorts chosen files: what can't be taken is named with its reason, and the rest goes on. */
export function sortChosen(files: readonly File[], drafts: readonly Draft[]): ChosenFiles {
  const chosen: ChosenFiles = { added: [], found: new Map(), refused: [] };
  const known = new Set(drafts.map(({ id }) => id));
  const waiting = new Set(drafts.flatMap(({ id, file }) => (file ? [] : [id])));
  for (const file of files) {
    const id = draftIdOf(file);
    const isKnown = known.has(id);
    const why =
      refusalOf(file) ??
      (isKnown && !waiting.has(id) ? 'alreadyChosen' : null) ??
      (!isKnown && known.size >= MAX_BULK_FILES ? 'tooManyFiles' : null);
    if (why) chosen.refused.push({ name: file.name, why });
    else if (waiting.delete(id)) chosen.found.set(id, file);
    else {
      chosen.added.push(file);
      known.add(id);
    }
  }
  return chosen;
}

export function draftOf({ drafts }: BulkState, id: string): Draft | undefined {
  return drafts.find((draft) => draft.id === id);
}

type NotReady = 'busy' | 'noTitle' | 'tooLong' | 'noCategory';

/** What keeps 'Upload All' from being pressed (spec §4), and of how many drafts; null for nothing. */
export function whyNotReady({ drafts, run }: BulkState): { why: NotReady; count: number } | null {
  if (run !== 'idle') return { why: 'busy', count: 0 };
  const faults = drafts.map(({ fields }) => Object.values(textFaults(fields)));
  const missing = faults.filter((reasons) => reasons.includes('required_fields')).length;
  const tooLong = faults.filter((reasons) => reasons.length > 0).length;
  if (missing > 0) return { why: 'noTitle', count: missing };
  if (tooLong > 0) return { why: 'tooLong', count: tooLong };
  return drafts[0]?.fields.category ? null : { why: 'noCategory', count: 0 };
}

export interface RunTotals {
  /** All of the run, those that failed too. */
  files: number;
  /** Files that the server has. */
  stored: number;
  /** Bytes. */
  sent: number;
  /** Bytes of the files that arrived or still may. */
  bytes: number;
  /** What the run is doing, for all files together. */
  phase: UploadPhase | 'creating' | 'reading';
}

/** Of several, the one that says most: bytes that move, then what holds them up. */
const phaseOrder = ['uploading', 'retrying', 'offline', 'optimizing'] as const;

/** The figures of the progress panel. */
export function runTotals({ drafts, progress, run }: BulkState): RunTotals {
  const phases = new Set([...progress.values()].map(({ phase }) => phase));
  // Files that were sent ahead may still be on their way while others are read.
  const isRun = run === 'creating' || (run === 'reading' && phases.size === 0);
  const phase = isRun ? run : (phaseOrder.find((one) => phases.has(one)) ?? 'uploading');
  const totals: RunTotals = { files: drafts.length, stored: 0, sent: 0, bytes: 0, phase };
  for (const { id, stored, size } of drafts) {
    if (!stored && !progress.has(id)) continue;
    totals.bytes += size;
    totals.stored += stored ? 1 : 0;
    totals.sent += stored ? size : (progress.get(id)?.sent ?? 0);
  }
  return totals;
}
