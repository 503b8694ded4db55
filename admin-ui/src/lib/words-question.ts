/** Texts that somebody is to be asked about: every write says here what it left waiting, for the page to show. */
import type { HeldText } from '@veldlicht/contract/leaks';
import { createStore, useStore } from './store.ts';

/** The texts themselves, or the revision of the content since when texts wait. */
type Asked = { texts: readonly HeldText[] } | { since: number; saves: number };

const store = createStore<Asked | null>(null);

/** One question for all saves that come before it is answered. */
export function askSince(since: number): void {
  const open = store.get();
  const before = open && 'since' in open ? open : { since, saves: 0 };
  store.set({ since: Math.min(since, before.since), saves: before.saves + 1 });
}

export const askAbout = (texts: readonly HeldText[]): void => store.set({ texts });

/** Answered, or there was nothing to ask; what was saved meanwhile is another question. */
export function closeWords(asked: Asked | null): void {
  if (store.get() === asked) store.set(null);
}

export const useWordsAsked = (): Asked | null => useStore(store);
