/** A visitor's choice about cookies, and how long it is valid (pure; decision 030). */

export type Choice = 'accepted' | 'refused';

interface StoredChoice {
  choice: Choice;
  /** The analytics id it applies to; for another id the visitor is asked again. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** After this many months the question is asked again. */
const MONTHS = 6;

/** Key in the browser's storage. */
export const CHOICE_KEY = 'veldlicht-cookies';

/**
 * The stored choice, if it is valid now and for this id; null when the visitor has to be asked.
 * A choice dated in the future is ignored.
 */
export function validChoice(text: string | null, id: string, now: number): Choice | null {
  try {
    const stored: Partial<StoredChoice> | null = JSON.parse(text ?? 'null');
    const { choice, at } = stored ?? {};
    if (stored?.id !== id || typeof at !== 'number' || at > now) return null;
    const expiry = new Date(at);
    expiry.setUTCMonth(expiry.getUTCMonth() + MONTHS);
    if (now >= expiry.getTime()) return null;
    return choice === 'accepted' || choice === 'refused' ? choice : null;
  } catch {
    return null; // not written by this site
  }
}

/** Serialises a choice for storage. */
export function choiceText(choice: Choice, id: string, now: number): string {
  const stored: StoredChoice = { choice, id, at: now };
  return JSON.stringify(stored);
}

/** Privacy signals of the browser. */
export interface PrivacySignals {
  globalPrivacyControl?: unknown;
  doNotTrack?: unknown;
}

/** Whether the browser refuses on behalf of its user, so that the visitor is not asked. */
export function saysNo({ globalPrivacyControl, doNotTrack }: PrivacySignals): boolean {
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Names of Google's cookies among all cookies of a document. */
export function googleCookies(cookies: string): string[] {
  const names = cookies.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  return names.filter((name) => /^(?:_ga|_gid|_gat|_gac|_gcl)(?:_|$)/.test(name));
}

/** The host and every parent domain that a cookie may have been set for. */
export function cookieDomains(host: string): string[] {
  const parts = host.split('.');
  return parts.slice(0, -1).map((_, i) => parts.slice(i).join('.'));
}
