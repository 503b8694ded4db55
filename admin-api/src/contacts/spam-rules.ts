import type { ContactInput } from '@veldlicht/contract/contact';

/** Nobody finds the form, fills it in and sends it faster than this (threat T22). */
const LEAST_FILL_MS = 3000;
/** A portfolio, a shop and a map: more links than that is advertising. */
const MOST_LINKS = 3;

const LINK = /https?:\/\/|\bwww\./gi;
/** Links as pages and forums write them: people who write by hand don't. */
const MARKUP = /<a\s|\[url\b|\[link\b/i;

function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}

/**
 * Whether a message looks like the work of a program (threat T22; pure). A caller that sends neither
 * the hidden field nor the fill time is taken at its word (spec §7).
 */
export function looksLikeSpam({ name, message, website, fillMs }: ContactInput): boolean {
  if (website) return true;
  if (fillMs !== undefined && fillMs < LEAST_FILL_MS) return true;
  return countLinks(name) > 0 || countLinks(message) > MOST_LINKS || MARKUP.test(message);
}
