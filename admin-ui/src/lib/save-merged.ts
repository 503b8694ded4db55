/** Saves with optimistic locking and merges concurrent changes (decision 007). */
import { ApiError } from './api.ts';
import { createStore } from './store.ts';

export interface Conflict {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export interface MergeQuestion {
  conflicts: readonly Conflict[];
  /** Author and time of the other change; null if unknown. */
  changed: ApiError['changed'];
  /** Takes the names of the fields that keep the user's value; null saves nothing. */
  answer: (kept: ReadonlySet<string> | null) => void;
}

/** The open question; MergeDialog shows it. */
export const mergeQuestion = createStore<MergeQuestion | null>(null);

const ask = (about: Omit<MergeQuestion, 'answer'>) =>
  new Promise<ReadonlySet<string> | null>((answered) => {
    const answer: MergeQuestion['answer'] = (kept) => {
      mergeQuestion.set(null);
      answered(kept);
    };
    mergeQuestion.set({ ...about, answer });
  });

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ from the base version (pure). */
export function changedOf<T extends object>(base: object, values: T): Partial<T> {
  const before = new Map(Object.entries(base));
  const changed = Object.entries(values).filter(([name, value]) => !same(value, before.get(name)));
  // Cast: Object.fromEntries forgets the names.
  return Object.fromEntries(changed) as Partial<T>;
}

/** The fields of `mine` that `theirs` changed to another value (pure). */
export function conflictsOf(base: object, mine: object, theirs: object): Conflict[] {
  const before = new Map(Object.entries(base));
  const now = new Map(Object.entries(theirs));
  return Object.entries(mine)
    .map(([name, value]) => ({ name, mine: value, theirs: now.get(name) }))
    .filter((one) => !same(before.get(one.name), one.theirs) && !same(one.mine, one.theirs));
}

interface Save<Base extends object, Sent extends object, Answer> {
  /** The version that the form started from. */
  base: Base;
  mine: Sent;
  /** Loads the stored version. */
  read: () => Promise<Base>;
  /** Sends fields based on a version. */
  send: (fields: Sent, base: Base) => Promise<Answer>;
  question?: typeof ask;
}

/**
 * Sends the changed fields. If someone else saved in the meantime, merges both changes and asks about fields that both
 * changed. Throws what `send` throws; the refusal if the user decides not to save.
 */
export async function saveMerged<Base extends object, Sent extends object, Answer>({
  base,
  mine,
  read,
  send,
  question: askFor = ask,
}: Save<Base, Sent, Answer>): Promise<Answer> {
  try {
    return await send(mine, base);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error;
    const theirs = await read();
    const conflicts = conflictsOf(base, mine, theirs);
    const asked = conflicts.length > 0;
    const kept = asked ? await askFor({ conflicts, changed: error.changed }) : new Set<string>();
    if (!kept) throw error;
    const given = new Set(conflicts.map(({ name }) => name).filter((name) => !kept.has(name)));
    const rest = Object.entries(mine).filter(([name]) => !given.has(name));
    // Cast: a subset of the fields of `mine`.
    const next = Object.fromEntries(rest) as Sent;
    return saveMerged({ base: theirs, mine: next, read, send, question: askFor });
  }
}
