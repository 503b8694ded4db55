/** A name as it is compared: without case in every alphabet, composed letters as one. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

export function sameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}
