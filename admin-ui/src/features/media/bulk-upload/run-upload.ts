/** One press of 'Upload All': files go up, then all that arrived become items in one call. */
import type { MediaInput } from '@veldlicht/contract/media';
import type { FileFacts } from '@veldlicht/contract/upload';
import { en } from '#i18n/en.ts';
import { serverWords } from '#lib/api-error.ts';
import { UploadError, uploadFile } from '#lib/upload-file.ts';
import { createTaskQueue } from '#lib/upload-queue.ts';
import { type BulkState, changeDraft, setProgress } from './bulk-state.ts';
import { type CreateOutcome, createItems } from './create-items.ts';
import { type Draft, type DraftFailure, fillServerDate, toMediaInput } from './draft.ts';
import type { Store } from './store.ts';

/** Files on the way at once (spec §9, tech.md §4). */
const UPLOADS_AT_ONCE = 3;

export interface RunPorts {
  upload: typeof uploadFile;
  create: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export const browserRunPorts: RunPorts = {
  upload: uploadFile,
  create: createItems,
  now: () => Date.now(),
};

export interface RunOutcome {
  created: Draft[];
  failed: Draft[];
  /** The call that makes items failed as a whole. */
  error: unknown;
}

function failureOf(error: unknown): DraftFailure {
  if (error instanceof UploadError) return { stage: error.stage, reason: error.reason };
  return { stage: 'put', reason: serverWords(error) };
}

/**
 * Sends the file of one draft; a failure stays with the draft. `fill` takes what the server read. Throws the
 * reason of the signal.
 */
export async function sendFile(
  store: Store<BulkState>,
  draft: Draft,
  signal: AbortSignal,
  ports: RunPorts,
  fill: (draft: Draft, facts: FileFacts) => Draft = fillServerDate,
): Promise<void> {
  // Stopped before its turn came.
  signal.throwIfAborted();
  const { id, file } = draft;
  const change = (step: (now: Draft) => Draft) =>
    store.update((state) => changeDraft(state, id, step));
  const end = (step: (now: Draft) => Draft) =>
    store.update((state) => setProgress(changeDraft(state, id, step), id, null));
  const fail = (failure: DraftFailure) => end((now) => ({ ...now, failure }));
  if (!file) return fail({ stage: 'missing', reason: null });
  try {
    const { objectPath, type, facts } = await ports.upload(file, {
      signal,
      sentTo: draft.sent?.url ?? null,
      onSent: (url) => change((now) => ({ ...now, sent: { url, at: ports.now() } })),
      onProgress: ({ phase, sent }) => {
        // What still moves after a stop is nothing to wait for.
        if (!signal.aborted) store.update((state) => setProgress(state, id, { phase, sent }));
      },
    });
    const stored = { objectPath, type, at: ports.now() };
    end((now) => ({ ...fill(now, facts), sent: null, stored }));
  } catch (error) {
    signal.throwIfAborted();
    fail(failureOf(error));
  }
}

/** Makes items of the drafts that the server has the files of. */
async function createStored(
  store: Store<BulkState>,
  signal: AbortSignal,
  ports: RunPorts,
): Promise<unknown> {
  const ready = store.get().drafts.filter((draft) => draft.stored);
  if (ready.length === 0) return null;
  const fail = ({ id, stored }: Draft, reason: string | null) =>
    store.update((state) =>
      changeDraft(state, id, (now) => ({
        ...now,
        failure: { stage: 'create', reason },
        // The clean-up was faster: the next try sends the file again.
        stored: reason === en.serverNoSuchFile ? null : stored,
      })),
    );
  store.update((state) => ({ ...state, run: 'creating' }));
  try {
    const outcome = await ports.create(ready.map(toMediaInput), signal);
    for (const [index, draft] of ready.entries()) {
      const reason = outcome[index];
      if (reason) fail(draft, reason);
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    for (const draft of ready) fail(draft, serverWords(error));
    return error;
  }
}

/**
 * Runs it to the end and answers which drafts are items now; nothing is removed here. Throws the
 * signal's reason when stopped: what has been uploaded by then stays known.
 */
export async function runUpload(
  store: Store<BulkState>,
  signal: AbortSignal,
  ports: RunPorts = browserRunPorts,
): Promise<RunOutcome> {
  const drafts = store.get().drafts;
  const toSend = drafts.filter((draft) => !draft.stored);
  store.update((state) => ({
    ...state,
    run: 'sending',
    drafts: state.drafts.map((draft) => (draft.failure ? { ...draft, failure: null } : draft)),
    progress: new Map(toSend.map(({ id }) => [id, { phase: 'queued', sent: 0 } as const])),
  }));
  const queue = createTaskQueue(UPLOADS_AT_ONCE);
  await Promise.all(toSend.map((draft) => queue.add(() => sendFile(store, draft, signal, ports))));
  signal.throwIfAborted();
  const error = await createStored(store, signal, ports);
  const after = store.get().drafts;
  return {
    created: after.filter(({ failure, stored }) => stored && !failure),
    failed: after.filter(({ failure }) => failure),
    error,
  };
}
