/** Text that was typed in, as one line without invisible characters: for subjects, names and logs. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
