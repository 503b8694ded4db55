/** Held texts to ask about (decision 021): writes report them here, and the frame shows the question. */
import type { WaitingText } from '@veldlicht/contract/leaks';
import { createStore, useStore } from './store.ts';

/** Texts, or the content revision since which texts are held. */
type Asked = { texts: readonly WaitingText[] } | { since: number; saves: number };

const store = createStore<Asked | null>(null);

/** Asks one question for all saves before it is answered. */
export function askSince(since: number): void {
  const open = store.get();
  const before = open && 'since' in open ? open : { since, saves: 0 };
  store.set({ since: Math.min(since, before.since), saves: before.saves + 1 });
}

export const askAbout = (texts: readonly WaitingText[]): void => store.set({ texts });

/** Closes the question, unless a later save has replaced it. */
export function closeWords(asked: Asked | null): void {
  if (store.get() === asked) store.set(null);
}

export const useWordsAsked = (): Asked | null => useStore(store);
