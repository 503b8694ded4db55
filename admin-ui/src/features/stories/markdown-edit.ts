/** Inserts Markdown marks (pure). */

/** A text with its selection. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** New text for a range, with the selection after it. */
interface Replacement extends Selected {
  /** The replaced range. */
  start: number;
  end: number;
}

export const marks = ['bold', 'italic', 'heading', 'list', 'link'] as const;
export type Mark = (typeof marks)[number];

function around({ text, from, to }: Selected, before: string, after: string): Replacement {
  const inner = text.slice(from, to);
  const at = from + before.length;
  return { start: from, end: to, text: before + inner + after, from: at, to: at + inner.length };
}

/** Marks each selected line at its beginning. */
function lines({ text, from, to }: Selected, mark: string): Replacement {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const marked = text.slice(start, end).replace(/^/gm, mark);
  return { start, end, text: marked, from: start + marked.length, to: start + marked.length };
}

export function withMark(selected: Selected, mark: Mark): Replacement {
  if (mark === 'bold') return around(selected, '**', '**');
  if (mark === 'italic') return around(selected, '*', '*');
  // Rendered one level below the title of the page.
  if (mark === 'heading') return lines(selected, '# ');
  if (mark === 'list') return lines(selected, '- ');
  const link = around(selected, '[', '](https://)');
  // Selects what is typed next: the address, or the words if there are none.
  const at = selected.from === selected.to ? link.from : link.to + 2;
  return { ...link, from: at, to: selected.from === selected.to ? at : at + 'https://'.length };
}
