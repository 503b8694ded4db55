/** Saving what somebody else may have changed meanwhile (decision 050). */
import { ApiError } from './api.ts';
import { createStore } from './store.ts';

export interface Conflict {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export interface MergeQuestion {
  conflicts: readonly Conflict[];
  /** Who made the other change, and when; null if that is not known. */
  changed: ApiError['changed'];
  /** The names of the fields whose own value stays; null: nothing is saved. */
  answer: (kept: ReadonlySet<string> | null) => void;
}

/** The question that waits for an answer; the open form shows it. */
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

/** The fields of a form that differ from the version it began with (pure). */
export function changedOf<T extends object>(base: object, values: T): Partial<T> {
  const before = new Map(Object.entries(base));
  const changed = Object.entries(values).filter(([name, value]) => !same(value, before.get(name)));
  // Object.fromEntries forgets the names; they are a part of those of the form.
  return Object.fromEntries(changed) as Partial<T>;
}

/** The fields of `mine` that the other one has changed too, to another value (pure). */
export function conflictsOf(base: object, mine: object, theirs: object): Conflict[] {
  const before = new Map(Object.entries(base));
  const now = new Map(Object.entries(theirs));
  return Object.entries(mine)
    .map(([name, value]) => ({ name, mine: value, theirs: now.get(name) }))
    .filter((one) => !same(before.get(one.name), one.theirs) && !same(one.mine, one.theirs));
}

interface Save<Base extends object, Sent extends object, Answer> {
  /** The version that the form began with. */
  base: Base;
  mine: Sent;
  /** The version that is stored now. */
  read: () => Promise<Base>;
  /** Sends fields that rest on a version. */
  send: (fields: Sent, base: Base) => Promise<Answer>;
  question?: typeof ask;
}

/**
 * Sends what was changed. When somebody else has saved meanwhile, the changes of both go together; for a
 * field that both changed, the person chooses. Throws what `send` throws; the refusal itself when they
 * choose not to save.
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
    // Cast: fields of what was to be sent.
    const next = Object.fromEntries(rest) as Sent;
    return saveMerged({ base: theirs, mine: next, read, send, question: askFor });
  }
}
