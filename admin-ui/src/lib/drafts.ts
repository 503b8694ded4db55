/** Half-written texts, kept in this tab until it is closed or somebody signs out; storage may be blocked. */
const PREFIX = 'draft:';

/** What was kept under a name; null for nothing. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function keepDraft(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Kept by the open form alone, which asks before it is left.
  }
}

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}
