/** What a person is asked so that a refused call can be made again; open questions, for the page to show. */
import { createStore, useStore } from './store.ts';

/** The password (and code) once more, a new sign-in, or the set-up of two-factor. */
export type Question = 'confirm' | 'sign-in' | 'set-up';

interface Asked {
  question: Question;
  /** Whether the calls that wait for it are made again. */
  answered: Promise<boolean>;
  resolve: (again: boolean) => void;
}

const store = createStore<readonly Asked[]>([]);

/**
 * Asks, or waits for what is being asked already: one dialog serves all calls. Who the person is goes
 * first; the set-up may itself ask for that, over its own dialog.
 */
export function askPerson(question: Question): Promise<boolean> {
  const asked = store.get();
  const open =
    asked.find((other) => other.question !== 'set-up') ??
    asked.find((other) => other.question === question);
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    store.set([...asked, { question, answered: promise, resolve }]);
    return promise;
  }
  // The session ended while its password was asked for: now it takes a sign-in.
  if (question === 'sign-in' && open.question === 'confirm')
    store.set(asked.map((other) => (other === open ? { ...open, question } : other)));
  return open.answered;
}

/** Closes the question and lets the calls that wait for it go on. */
export function answerQuestion(question: Question, again: boolean): void {
  const asked = store.get();
  const found = asked.find((other) => other.question === question);
  store.set(asked.filter((other) => other !== found));
  found?.resolve(again);
}

export const useQuestions = (): readonly Asked[] => useStore(store);

/** Whether a question stands over everything else: what is under it stays open. */
export function isAsking(): boolean {
  return store.get().length > 0;
}
