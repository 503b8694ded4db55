/**
 * Converts bodies of stories for the migration story_blocks (decision 023). A note was Markdown with items as
 * `![caption](media:<id>)`; a series was an introduction and blocks without captions.
 */
import type { Block } from '@veldlicht/contract/story-body';

/** An item in Markdown; brackets in a caption come in pairs and hold no item. */
const SHOWN = /!\[((?:[^[\]]|(?<!!)\[[^[\]]*\])*)\]\(media:([\w-]+)\)/g;

interface Figure {
  id: string;
  caption: string;
}

/** Items without text between them were shown side by side. */
function blocksOfFigures(figures: readonly Figure[]): Block[] {
  return Array.from({ length: Math.ceil(figures.length / 2) }, (_, i): Block => {
    const beside = figures.slice(2 * i, 2 * i + 2);
    return {
      kind: beside.length === 2 ? 'pair' : 'single',
      media: beside.map(({ id }) => id),
      // Also empty ones: confirmations are found by a hash over all texts.
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

/** The function that the migration calls. */
export function storyBlocks(kind: string, body: string): string {
  if (kind === 'note') return JSON.stringify(blocksOfNote(body));
  const { introduction = '', blocks = [] } = JSON.parse(body) as {
    introduction?: string;
    blocks?: Block[];
  }; // as it was checked on its way in
  const first: Block[] = introduction.trim() ? [{ kind: 'text', text: introduction }] : [];
  return JSON.stringify([...first, ...blocks]);
}
