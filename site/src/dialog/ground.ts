/** What pictures are seen on. A visitor's choice, kept in the browser. */

const GROUNDS = ['dark', 'neutral', 'light'] as const;
export type Ground = (typeof GROUNDS)[number];
const KEY = 'veldlicht-ground';

/** The ground that was kept; dark for none or for what no visitor chose (pure). */
export const groundOf = (text: string | null): Ground =>
  GROUNDS.find((ground) => ground === text) ?? 'dark';

/** The one that a press leads to (pure). */
export const groundAfter = (ground: Ground): Ground =>
  groundOf(GROUNDS[GROUNDS.indexOf(ground) + 1] ?? null);

export function recallGround(): Ground {
  try {
    return groundOf(localStorage.getItem(KEY));
  } catch {
    return 'dark'; // storage may be switched off
  }
}

export function rememberGround(ground: Ground): void {
  try {
    localStorage.setItem(KEY, ground);
  } catch {
    // As above: then it holds until the dialog closes.
  }
}
