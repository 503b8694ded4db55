/** Comparing, cleaning and cutting of names and texts. */

/** Normalises a name for comparison: lower case, composed letters. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Normalises a text for search, without case and accents: 'Één Ĳsvogel' becomes 'een ijsvogel'. */
export function foldForSearch(text: string): string {
  const folded = foldName(text);
  // Faster: most of the tens of thousands of texts in an index are ASCII.
  return /\P{ASCII}/u.test(folded) ? folded.normalize('NFKD').replace(/\p{M}/gu, '') : folded;
}

/** Slug of ASCII letters, digits and hyphens; may be ''. */
export function nameSlug(name: string): string {
  return foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function sameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

/**
 * Matches a text with at least one character that can be seen. Spaces, control and format characters
 * (zero width, soft hyphen, byte order mark), fillers such as U+3164 and the empty braille pattern can't.
 */
export const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]/u;

/** Line ends and control characters. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text on one line, without control characters. */
export const toOneLine = (text: string): string => text.replace(BREAKS, ' ').trim();

/** Matches a text that is on one line already. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** The zero-width joiner between two emoji. */
const JOINT =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}])\u200D(?=\p{Extended_Pictographic})/u;
/** Control and format characters except that one, line ends, and lone surrogates. */
const UNSEEN = new RegExp(`(?!${JOINT.source})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');

/** Replaces invisible characters. */
export const withoutUnseen = (text: string, instead = ''): string => text.replace(UNSEEN, instead);

/** Cuts a text at a grapheme boundary, to at most `longest` UTF-16 units. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, new Intl.Segmenter().segment(text).containing(longest)?.index);
}

/** Capitalises a name that has no capital yet: "Water", but "iPhone". */
export function capitalised(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replace(/^(?:ij|\p{L})/u, (first) => first.toUpperCase());
}
