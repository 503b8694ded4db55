/** `text` when it is one of these words, else undefined. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  text: string | undefined,
): Word | undefined {
  return words.find((word) => word === text);
}
