/** Writes drafts of this window to the server: creates, changes and discards them, debounced (decision 024). */
import { pick } from '@veldlicht/contract/by-name';
import {
  type DraftField,
  type DraftPatch,
  draftFields,
  type Draft as StoredDraft,
} from '@veldlicht/contract/draft';
import { MAX_BULK_FILES, MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import pLimit from 'p-limit';
import { mayPass } from '../upload/network-status.ts';
import { type Draft, fileOf, lotOf } from './draft.ts';
import type { DraftsPort } from './drafts-port.ts';

/** Changes are written this many milliseconds after the first. */
const PAUSE_MS = 250;
/** Milliseconds before each retry; the last repeats. */
const RETRY_MS = [1000, 3000, 5000, 15_000];

const fieldNames: readonly DraftField[] = draftFields.keyof().options;
const others = ['edited', 'notes', 'lot'] as const;

/** Compares by value: lists from the server are never the same object. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Returns names of fields that differ; location and privacy always go together. */
function changedFields(before: Draft, now: Draft): DraftField[] {
  if (before.fields === now.fields) return [];
  const names = fieldNames.filter((name) => !isSame(before.fields[name], now.fields[name]));
  const isPlaced = names.includes('location') || names.includes('locationPrivacy');
  return isPlaced ? [...new Set<DraftField>([...names, 'location', 'locationPrivacy'])] : names;
}

/** Builds the patch of a draft; null if nothing changed. */
function patchOf(before: Draft, now: Draft): DraftPatch | null {
  if (before === now) return null;
  const names = changedFields(before, now);
  const changed = others.filter((name) => !isSame(before[name], now[name]));
  if (names.length + changed.length === 0) return null;
  const fields = names.length > 0 && { fields: pick(now.fields, names) };
  return { id: now.id, ...fields, ...pick(now, changed) };
}

interface KeeperOptions {
  current: () => readonly Draft[];
  port: DraftsPort;
  /** Called with new drafts as the server stored them. */
  onMade: (made: StoredDraft[]) => void;
  /** Called with ids that became items or were discarded in another window. */
  onGone: (ids: string[]) => void;
  /** Called when writing fails, and with null when it succeeds again. */
  onTrouble: (error: Error | null) => void;
}

export function keepDrafts({ current, port, onMade, onGone, onTrouble }: KeeperOptions) {
  /** Drafts as the server has them; the very object of the window if nothing waits. */
  const known = new Map<string, Draft>();
  const waiting = new Map<string, () => void>();
  const inTurn = pLimit(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let ended = false;

  const differs = (draft: Draft) => {
    const before = known.get(draft.id);
    return !before || patchOf(before, draft) !== null;
  };
  const isBehind = () => known.size !== current().length || current().some(differs);
  const plan = (ms: number) => {
    if (!ended) timer ??= setTimeout(() => void flush(), ms);
  };
  const wake = (id: string) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  const lose = (ids: string[]) => {
    for (const id of ids) known.delete(id);
    if (ids.length > 0) onGone(ids);
  };

  const discard = async () => {
    const shown = new Set(current().map(({ id }) => id));
    const gone = [...known.keys()].filter((id) => !shown.has(id)).slice(0, MAX_FOLDER_FILES);
    if (gone.length === 0) return;
    await port.discard(gone);
    for (const id of gone) known.delete(id);
  };
  const create = async () => {
    const fresh = current().filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    const made = await port.create(fresh.map(fileOf), lotOf(fresh));
    const byId = new Map(made.map((draft) => [draft.id, draft]));
    for (const draft of fresh) {
      const stored = byId.get(draft.id);
      if (stored) known.set(draft.id, { ...stored, file: draft.file });
    }
    lose(fresh.filter(({ id }) => !byId.has(id)).map(({ id }) => id));
    onMade(made);
    for (const { id } of made) wake(id);
  };
  const pending = () =>
    current().flatMap((draft) => {
      const before = known.get(draft.id);
      const patch = before && patchOf(before, draft);
      // Skips the comparison next time.
      if (patch === null) known.set(draft.id, draft);
      return patch ? [{ draft, patch }] : [];
    });
  const send = async (some: ReturnType<typeof pending>, isLeaving = false) => {
    const gone = await port.change(
      some.map(({ patch }) => patch),
      isLeaving,
    );
    // A draft that left in the meantime stays away.
    for (const { draft } of some) if (known.has(draft.id)) known.set(draft.id, draft);
    lose(gone);
  };
  const change = async () => {
    const all = pending();
    for (let at = 0; at < all.length; at += MAX_BULK_FILES)
      await send(all.slice(at, at + MAX_BULK_FILES));
  };

  /** Writes pending changes now; resolves to whether the server has them all. */
  const flush = (): Promise<boolean> =>
    inTurn(async () => {
      clearTimeout(timer);
      timer = undefined;
      if (ended) return false;
      try {
        await discard();
        await create();
        await change();
        failures = 0;
        onTrouble(null);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? PAUSE_MS;
        failures += 1;
        onTrouble(error);
        // A refusal is retried at the next change only.
        if (mayPass(error)) plan(wait);
        return false;
      }
      if (isBehind()) plan(PAUSE_MS);
      return !isBehind();
    });

  return {
    onChange: (ms = PAUSE_MS) => plan(ms),
    flush,
    isBehind,
    /** Sends changes with requests that outlive the page. */
    leave: () => {
      const all = pending().slice(0, MAX_BULK_FILES);
      const sent = [discard(), ...(all.length > 0 ? [send(all, true)] : [])];
      void Promise.all(sent).catch(() => plan(PAUSE_MS));
    },
    /** Resolves when the server has created the draft. */
    whenMade: (id: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (known.has(id)) return resolve();
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    has: (id: string) => known.has(id),
    /** Forgets drafts that became items, so that they are not discarded. */
    forget: (ids: readonly string[]) => {
      for (const id of ids) known.delete(id);
    },
    /** Merges a draft of the server with unwritten changes of this window. */
    learn: (shown: Draft | undefined, stored: StoredDraft): Draft => {
      const fresh: Draft = { ...stored, file: shown?.file ?? null };
      const before = known.get(stored.id);
      known.set(stored.id, fresh);
      if (!shown || !before) return fresh;
      const mine = pick(shown.fields, changedFields(before, shown));
      const changed = others.filter((name) => !isSame(before[name], shown[name]));
      const fields = { ...stored.fields, ...mine };
      return { ...fresh, ...pick(shown, changed), ...(Object.keys(mine).length > 0 && { fields }) };
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
