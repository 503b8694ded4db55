/**
 * The bodies of stories as they were before the migration story_blocks (decision 119). A note was Markdown, in which an
 * item stood as `![caption](media:<id>)`; a series an introduction and blocks without captions.
 */
import type { Block } from '@veldlicht/contract/story-body';

/** An item among the words; in a caption brackets came in pairs, and held no item. */
const SHOWN = /!\[((?:[^[\]]|(?<!!)\[[^[\]]*\])*)\]\(media:([\w-]+)\)/g;

interface Figure {
  id: string;
  caption: string;
}

/** Items with no words between them stood side by side. */
function blocksOfFigures(figures: readonly Figure[]): Block[] {
  return Array.from({ length: Math.ceil(figures.length / 2) }, (_, i): Block => {
    const beside = figures.slice(2 * i, 2 * i + 2);
    return {
      kind: beside.length === 2 ? 'pair' : 'single',
      media: beside.map(({ id }) => id),
      // Also where none was written: what somebody confirmed is found by the words with their gaps.
      captions: beside.map(({ caption }) => caption),
    };
  });
}

function blocksOfNote(body: string): Block[] {
  const blocks: Block[] = [];
  let figures: Figure[] = [];
  let end = 0;
  const addText = (until: number) => {
    const text = body.slice(end, until).trim();
    if (!text) return;
    blocks.push(...blocksOfFigures(figures), { kind: 'text', text });
    figures = [];
  };
  for (const { 0: whole, 1: caption = '', 2: id = '', index } of body.matchAll(SHOWN)) {
    addText(index);
    figures.push({ id, caption: caption.replace(/\s+/g, ' ').trim() });
    end = index + whole.length;
  }
  addText(body.length);
  return [...blocks, ...blocksOfFigures(figures)];
}

/** What the migration calls. */
export function storyBlocks(kind: string, body: string): string {
  if (kind === 'note') return JSON.stringify(blocksOfNote(body));
  const { introduction = '', blocks = [] } = JSON.parse(body) as {
    introduction?: string;
    blocks?: Block[];
  }; // as it was checked on its way in
  const first: Block[] = introduction.trim() ? [{ kind: 'text', text: introduction }] : [];
  return JSON.stringify([...first, ...blocks]);
}
