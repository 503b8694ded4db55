/**
 * Text as positions are looked for in it: every digit, sign and quote mark in one form, invisible
 * characters gone, one space for any run of white space.
 */

/** What NFKC leaves, or turns into something else than a reader sees. */
const SAME = new Map<string, string>([
  ...pairs('º˚∘◦⁰ᵒ', '°'),
  ...pairs('’‘‛′ʹʼˈ´`ʻ＇‵', "'"),
  ...pairs('”“„‟″ʺ˝＂〃‶', '"'),
  ...pairs('−‐‑‒–—―⁻﹣－➖', '-'),
  ...pairs('٫·。｡．‧∙⋅・･।։።۔។။', '.'),
  ...pairs('،٬、､，﹐', ','),
  ...pairs('／⁄∕', '/'),
]);

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((char) => [char, to]);
}

/** The value of a digit of any script: each script has its ten in a row. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

function plainChar(char: string): string {
  if (/[!-_a-z{-~]/.test(char)) return char;
  const same = SAME.get(char);
  if (same) return same;
  return char
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}\p{M}\p{DI}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => (digit < '\x80' ? digit : String(digitValue(digit))));
}

export interface PlainText {
  plain: string;
  /** For every index of `plain`, where that character starts in the text itself; one past the end too. */
  at: number[];
}

/** The text in its plain form, with the way back to the text as it was given. */
export function plainText(text: string): PlainText {
  let plain = '';
  const at: number[] = [];
  let index = 0;
  for (const char of text) {
    const found = plainChar(char);
    const isSpaceAgain = found === ' ' && plain.endsWith(' ');
    if (!isSpaceAgain) {
      plain += found;
      for (let n = 0; n < found.length; n++) at.push(index);
    }
    index += char.length;
  }
  at.push(index);
  return { plain, at };
}
