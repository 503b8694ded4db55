/** A text in parts, of which some are the words that may lead to a place or a day. Pure. */
import type { HeldText } from '@veldlicht/contract/leaks';

interface Part {
  /** Where it begins. */
  at: number;
  words: string;
  isMarked: boolean;
}

/** The marked words stand in the text in the order of their marks, whatever the case of their letters. */
export function partsOf(text: string, marks: HeldText['marks']): Part[] {
  const folded = text.toLowerCase();
  // Letters that are longer in the other case would move all that follows.
  const isAlike = folded.length === text.length;
  const parts: Part[] = [];
  let end = 0;
  for (const { word } of marks) {
    const at = isAlike ? folded.indexOf(word.toLowerCase(), end) : text.indexOf(word, end);
    if (at < 0) continue;
    if (at > end) parts.push({ at: end, words: text.slice(end, at), isMarked: false });
    end = at + word.length;
    parts.push({ at, words: text.slice(at, end), isMarked: true });
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), isMarked: false });
  return parts;
}
