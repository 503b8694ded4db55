/** Names as people see and compare them. */

/** A name as it is compared: without case in every alphabet, composed letters as one. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** As people compare words while they type, without case and accents: 'Één Ĳsvogel' is 'een ijsvogel'. */
export function foldForSearch(text: string): string {
  const folded = foldName(text);
  // Most texts are plain, and an index has tens of thousands.
  return /\P{ASCII}/u.test(folded) ? folded.normalize('NFKD').replace(/\p{M}/gu, '') : folded;
}

/** The last part of an address: words of letters and digits with hyphens; '' when there are none. */
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

/** What ends a line somewhere, or does worse: no part of a title, a name or a header. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text as the one line that titles, headers and metadata of pictures have room for. */
export const toOneLine = (text: string): string => text.replace(BREAKS, ' ').trim();

/** Matches what is one line already. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** What joins two emoji into one. */
const JOINT =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}])\u200D(?=\p{Extended_Pictographic})/u;
/** Control and format characters but for that one, line ends, and halves of characters. */
const UNSEEN = new RegExp(`(?!${JOINT.source})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, 'gu');

/** A text without what nobody can see. */
export const withoutUnseen = (text: string, instead = ''): string => text.replace(UNSEEN, instead);

/** The beginning of a text that is no longer than this; a joined emoji and the like are not cut in two. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, new Intl.Segmenter().segment(text).containing(longest)?.index);
}

/** A name with a capital at its start, if it has none of its own anywhere: "water", but "iPhone". */
export function capitalised(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replace(/^(?:ij|\p{L})/u, (first) => first.toUpperCase());
}
