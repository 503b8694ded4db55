/** The click of a visitor who wants what it shows here and now: not a new tab, not a file of it. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  return !(button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented);
}
