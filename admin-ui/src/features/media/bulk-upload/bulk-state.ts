/** All that the bulk upload knows, and the steps from one state to the next (pure). */
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { VISIBLE } from '@veldlicht/contract/name';
import type { FileFacts } from '@veldlicht/contract/upload';
import { type FileRefusal, refusalOf } from '../upload/file-checks.ts';
import type { UploadPhase, UploadProgress } from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';
import {
  type CopyChoice,
  copyFromFirst,
  type Draft,
  type DraftFields,
  draftIdOf,
  editDraft,
  fillFacts,
  fillServerFacts,
  hasTooLongText,
  type SentFile,
  type StoredFile,
} from './draft.ts';

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

export type BulkAction =
  /** Drafts of last time; what was chosen meanwhile comes behind them. */
  | { do: 'restore'; drafts: readonly Draft[] }
  | { do: 'add'; drafts: readonly Draft[]; found: ChosenFiles['found']; refused: RefusedFile[] }
  | { do: 'forgetRefused' }
  | { do: 'edit'; ids: readonly string[]; change: Partial<DraftFields> }
  | { do: 'remove'; ids: readonly string[] }
  | { do: 'clear' }
  | { do: 'copy'; choice: CopyChoice }
  /** What the browser read of the file. */
  | { do: 'read'; id: string; facts: FileFacts }
  | { do: 'run'; phase: RunPhase }
  | { do: 'progress'; id: string; progress: FileProgress | null }
  | { do: 'sent'; id: string; sent: SentFile }
  /** `before`: the fields when the file was sent. */
  | { do: 'stored'; id: string; stored: StoredFile; facts: FileFacts; before: DraftFields }
  | { do: 'failed'; id: string; failure: Failure; stored?: null };

function changeOne(state: BulkState, id: string, change: (draft: Draft) => Draft): BulkState {
  const drafts = state.drafts.map((draft) => (draft.id === id ? change(draft) : draft));
  return { ...state, drafts };
}

function withProgress(state: BulkState, id: string, now: FileProgress | null): BulkState {
  const progress = new Map(state.progress);
  if (now) progress.set(id, now);
  else progress.delete(id);
  return { ...state, progress };
}

/** A draft has its file again. */
function withFile(draft: Draft, file: File): Draft {
  const failure = draft.failure?.stage === 'missing' ? null : draft.failure;
  return { ...draft, file, failure };
}

/** A run begins to send: what failed before gets another try, and what is not stored waits for its turn. */
function startSending(state: BulkState): BulkState {
  const queued = { phase: 'queued', sent: 0 } as const;
  return {
    ...state,
    run: 'sending',
    drafts: state.drafts.map((draft) => (draft.failure ? { ...draft, failure: null } : draft)),
    progress: new Map(state.drafts.flatMap(({ id, stored }) => (stored ? [] : [[id, queued]]))),
  };
}

export function bulkReducer(state: BulkState, action: BulkAction): BulkState {
  switch (action.do) {
    case 'restore': {
      const ids = new Set(action.drafts.map(({ id }) => id));
      const chosen = state.drafts.filter(({ id }) => !ids.has(id));
      return { ...state, drafts: [...action.drafts, ...chosen] };
    }
    case 'add': {
      const { drafts, found, refused } = action;
      const before = state.drafts.map((draft) => {
        const file = found.get(draft.id);
        return file ? withFile(draft, file) : draft;
      });
      return { ...state, refused, drafts: [...before, ...drafts] };
    }
    case 'forgetRefused':
      return { ...state, refused: [] };
    case 'edit': {
      const ids = new Set(action.ids);
      const drafts = state.drafts.map((draft) =>
        ids.has(draft.id) ? editDraft(draft, action.change) : draft,
      );
      return { ...state, drafts };
    }
    case 'remove': {
      const ids = new Set(action.ids);
      return { ...state, drafts: state.drafts.filter(({ id }) => !ids.has(id)) };
    }
    case 'clear':
      return { ...state, drafts: [], refused: [] };
    case 'copy':
      return { ...state, drafts: copyFromFirst(state.drafts, action.choice) };
    case 'read':
      return changeOne(state, action.id, (draft) => fillFacts(draft, action.facts));
    case 'run':
      if (action.phase === 'sending') return startSending(state);
      if (action.phase === 'idle') return { ...state, run: 'idle', progress: new Map() };
      return { ...state, run: action.phase };
    case 'progress':
      return withProgress(state, action.id, action.progress);
    case 'sent':
      return changeOne(state, action.id, (draft) => ({ ...draft, sent: action.sent }));
    case 'stored': {
      const { id, stored, facts, before } = action;
      const fill = (draft: Draft) => fillServerFacts(draft, facts, before);
      const next = changeOne(state, id, (draft) => ({ ...fill(draft), sent: null, stored }));
      return withProgress(next, id, null);
    }
    case 'failed': {
      const { do: _, id, ...change } = action;
      return withProgress(
        changeOne(state, id, (draft) => ({ ...draft, ...change })),
        id,
        null,
      );
    }
  }
}

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

/** Why 'Upload All' is disabled, or null when it may be pressed (spec §4). */
export function whyNotReady({ drafts, run }: BulkState) {
  if (run !== 'idle') return 'busy';
  const [first] = drafts;
  if (!first) return 'empty';
  if (drafts.some(({ fields }) => !VISIBLE.test(fields.title))) return 'noTitle';
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
