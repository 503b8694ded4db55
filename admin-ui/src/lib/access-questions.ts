/** Open questions whose answers let refused calls be repeated; the frame shows them. */
import { createStore, useStore } from './store.ts';

/** `confirm` asks for the password (and code), `sign-in` for a new session, `set-up` for two-factor. */
export type Question = 'confirm' | 'sign-in' | 'set-up';

interface Asked {
  question: Question;
  /** Resolves to whether the waiting calls are repeated. */
  answered: Promise<boolean>;
  resolve: (again: boolean) => void;
}

const store = createStore<readonly Asked[]>([]);

/**
 * Asks, or joins the open question: one dialog serves all calls. Identity questions come first; the set-up may itself
 * ask one, over its own dialog.
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
  // The session ended during the confirmation: a sign-in replaces it.
  if (question === 'sign-in' && open.question === 'confirm')
    store.set(asked.map((other) => (other === open ? { ...open, question } : other)));
  return open.answered;
}

/** Closes a question and resolves its waiting calls. */
export function answerQuestion(question: Question, again: boolean): void {
  const asked = store.get();
  const found = asked.find((other) => other.question === question);
  store.set(asked.filter((other) => other !== found));
  found?.resolve(again);
}

export const useQuestions = (): readonly Asked[] => useStore(store);

/** While true, dialogs below the question stay open. */
export function isAsking(): boolean {
  return store.get().length > 0;
}
