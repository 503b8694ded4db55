/** What the buttons over a text of Markdown do to it (pure). */

/** A text, and what is selected in it. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** What takes the place of a part of a text, and what is selected in it after that. */
interface Replacement extends Selected {
  /** Places in the text that it stands in for. */
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

/** At the beginning of each line that is selected. */
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
  // The title of the page is the one above it.
  if (mark === 'heading') return lines(selected, '# ');
  if (mark === 'list') return lines(selected, '- ');
  const link = around(selected, '[', '](https://)');
  // What is to be typed next: the address, or the words when there are none.
  const at = selected.from === selected.to ? link.from : link.to + 2;
  return { ...link, from: at, to: selected.from === selected.to ? at : at + 'https://'.length };
}
