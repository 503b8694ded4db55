/** Splits a text at the words that may reveal a place or a day (pure). */
import type { WaitingText } from '@veldlicht/contract/leaks';

interface Part {
  /** Start index. */
  at: number;
  words: string;
  isMarked: boolean;
}

function isWhole(text: string, at: number, word: string): boolean {
  const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + word.length).slice(0, 1);
  return !/[\p{L}\p{N}]/u.test(around);
}

/** `marks` are in the order of the text; case is ignored. */
export function partsOf(text: string, marks: WaitingText['marks']): Part[] {
  const folded = text.toLowerCase();
  // Lowercasing may change the length and shift indexes; then case counts.
  const isAlike = folded.length === text.length;
  const parts: Part[] = [];
  let end = 0;
  for (const { word } of marks) {
    const [where, what] = isAlike ? [folded, word.toLowerCase()] : [text, word];
    let at = where.indexOf(what, end);
    while (at >= 0 && !isWhole(where, at, what)) at = where.indexOf(what, at + 1);
    if (at < 0) continue;
    if (at > end) parts.push({ at: end, words: text.slice(end, at), isMarked: false });
    end = at + word.length;
    parts.push({ at, words: text.slice(at, end), isMarked: true });
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), isMarked: false });
  return parts;
}
