/** Keeps the server's drafts as this window shows them: made, changed and discarded a moment later (decision 118). */
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

/** Typing is written this long after its first letter, and again as long as it goes on. */
const PAUSE_MS = 250;
/** Waits before another try, in milliseconds; the last one for as long as it takes. */
const RETRY_MS = [1000, 3000, 5000, 15_000];

const fieldNames: readonly DraftField[] = draftFields.keyof().options;
const others = ['edited', 'notes', 'lot'] as const;

/** Lists that came from the server are never the same object. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Fields that differ; a place and what may be known of it go together. */
function changedFields(before: Draft, now: Draft): DraftField[] {
  if (before.fields === now.fields) return [];
  const names = fieldNames.filter((name) => !isSame(before.fields[name], now.fields[name]));
  const isPlaced = names.includes('location') || names.includes('locationPrivacy');
  return isPlaced ? [...new Set<DraftField>([...names, 'location', 'locationPrivacy'])] : names;
}

/** What the server does not know yet of a draft; null: nothing. */
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
  /** Drafts as the server has made them. */
  onMade: (made: StoredDraft[]) => void;
  /** They are no drafts any more: items, or discarded in another window. */
  onGone: (ids: string[]) => void;
  /** The server does not have what is shown; null: it has again. */
  onTrouble: (error: Error | null) => void;
}

export function keepDrafts({ current, port, onMade, onGone, onTrouble }: KeeperOptions) {
  /** As the server has them; the same object as is shown where it has all of that. */
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
      // The next look takes the same object for the same draft.
      if (patch === null) known.set(draft.id, draft);
      return patch ? [{ draft, patch }] : [];
    });
  const send = async (some: ReturnType<typeof pending>, isLeaving = false) => {
    const gone = await port.change(
      some.map(({ patch }) => patch),
      isLeaving,
    );
    // What came from the server meanwhile is newer than what was sent.
    for (const { draft } of some) if (known.has(draft.id)) known.set(draft.id, draft);
    lose(gone);
  };
  const change = async () => {
    const all = pending();
    for (let at = 0; at < all.length; at += MAX_BULK_FILES)
      await send(all.slice(at, at + MAX_BULK_FILES));
  };

  /** Writes at once what waits; answers whether the server has all of it. */
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
        // What is refused is not asked for again by itself, but at the next change.
        if (mayPass(error)) plan(wait);
        return false;
      }
      if (isBehind()) plan(PAUSE_MS);
      return !isBehind();
    });

  return {
    /** The drafts have changed, perhaps. */
    onChange: (ms = PAUSE_MS) => plan(ms),
    flush,
    isBehind,
    /** The page may be gone in a moment: sends what was changed without waiting for anything. */
    leave: () => {
      const all = pending().slice(0, MAX_BULK_FILES);
      const sent = [discard(), ...(all.length > 0 ? [send(all, true)] : [])];
      void Promise.all(sent).catch(() => plan(PAUSE_MS));
    },
    /** Resolves when the server has the row of a draft. */
    whenMade: (id: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (known.has(id)) return resolve();
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    has: (id: string) => known.has(id),
    /** The server has made items of these: there is nothing to discard. */
    forget: (ids: readonly string[]) => {
      for (const id of ids) known.delete(id);
    },
    /** What is shown of a draft now that the server has it so: what was changed here since stays. */
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
