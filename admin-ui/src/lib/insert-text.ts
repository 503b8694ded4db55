/** A replacement in a text box, and the selection after it. */
export interface TextEdit {
  /** Range of the text that is replaced. */
  start: number;
  end: number;
  text: string;
  from: number;
  to: number;
}

/** Inserts a text as if it were typed, so that the browser can undo it. */
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
