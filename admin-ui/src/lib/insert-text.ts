/** A replaced part of a text box, and the selection after it. */
export interface TextEdit {
  /** Places in the text that it stands in for. */
  start: number;
  end: number;
  text: string;
  from: number;
  to: number;
}

/** Writes into a box as if it was typed: the browser's own undo takes it back. */
export function insertText(
  area: HTMLTextAreaElement,
  { start, end, text, from, to }: TextEdit,
  onChange: (text: string) => void,
): void {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) {
    area.setRangeText(text);
    onChange(area.value);
  }
  area.setSelectionRange(from, to);
}
