import { VISIBLE } from '@veldlicht/contract/name';
/** All that the bulk dialog knows, and the steps from one state to the next (pure). */
import type { UploadPhase } from '#lib/upload-file.ts';
import type { RefusedFile } from './chosen-files.ts';
import { type Draft, isTooLong } from './draft.ts';

/** Where the file of a draft stands during a run. */
export interface FileProgress {
  phase: UploadPhase | 'queued';
  /** Bytes. */
  sent: number;
}

/** `reading`: waits for the metadata of files that were chosen a moment ago. */
export type RunPhase = 'idle' | 'reading' | 'sending' | 'creating';

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

const indexes = new WeakMap<readonly Draft[], Map<string, Draft>>();

/** Finds a draft; a hundred cards ask after each key press. */
export function draftOf({ drafts }: BulkState, id: string): Draft | undefined {
  let index = indexes.get(drafts);
  if (!index) {
    index = new Map(drafts.map((draft) => [draft.id, draft]));
    indexes.set(drafts, index);
  }
  return index.get(id);
}

/** Replaces one draft; the others stay the same objects. */
export function changeDraft(
  state: BulkState,
  id: string,
  change: (draft: Draft) => Draft,
): BulkState {
  const drafts = state.drafts.map((draft) => (draft.id === id ? change(draft) : draft));
  return { ...state, drafts };
}

export function removeDrafts(state: BulkState, ids: ReadonlySet<string>): BulkState {
  return { ...state, drafts: state.drafts.filter((draft) => !ids.has(draft.id)) };
}

export function setProgress(
  state: BulkState,
  id: string,
  progress: FileProgress | null,
): BulkState {
  const next = new Map(state.progress);
  if (progress) next.set(id, progress);
  else next.delete(id);
  return { ...state, progress: next };
}

/** Whether the server would refuse a draft for the length of a text. */
export function hasTooLongText({ fields }: Draft): boolean {
  const names = ['title', 'description', 'location'] as const;
  return names.some((name) => isTooLong(name, fields[name]));
}

/** Why 'Upload All' rests, or null when it may be pressed (spec §4). */
export function whyNotReady({
  drafts,
  run,
}: BulkState): 'busy' | 'noTitle' | 'tooLong' | 'noCategory' | 'empty' | null {
  if (run !== 'idle') return 'busy';
  const [first] = drafts;
  if (!first) return 'empty';
  if (drafts.some((draft) => !VISIBLE.test(draft.fields.title))) return 'noTitle';
  if (drafts.some(hasTooLongText)) return 'tooLong';
  return first.fields.category === '' ? 'noCategory' : null;
}

export interface RunTotals {
  /** All of the run, those that failed too. */
  files: number;
  /** Files that the server has. */
  stored: number;
  /** Bytes. */
  sent: number;
  /** Of the files that arrived or still may. */
  bytes: number;
  /** What the run is doing, for all files together. */
  phase: UploadPhase | 'creating' | 'reading';
}

/** Of several, the one that says most: bytes that move, then what holds them up. */
const phaseOrder = ['uploading', 'retrying', 'offline', 'optimizing'] as const;

/** The figures of the progress panel. */
export function runTotals({ drafts, progress, run }: BulkState): RunTotals {
  const files = drafts.length;
  const totals: RunTotals = { files, stored: 0, sent: 0, bytes: 0, phase: 'optimizing' };
  for (const draft of drafts) {
    if (!draft.stored && !progress.has(draft.id)) continue;
    totals.bytes += draft.size;
    totals.stored += draft.stored ? 1 : 0;
    totals.sent += draft.stored ? draft.size : (progress.get(draft.id)?.sent ?? 0);
  }
  const phases = new Set([...progress.values()].map(({ phase }) => phase));
  // Files that were sent ahead may still be on their way while others are read.
  if (run === 'creating' || (run === 'reading' && phases.size === 0)) totals.phase = run;
  else totals.phase = phaseOrder.find((phase) => phases.has(phase)) ?? 'uploading';
  return totals;
}
