/** The words of stories as visitors read them; apart from their schemas, which need no Markdown. */
import { markdownHtml } from './markdown.ts';
import { positionsIn } from './position-shapes.ts';
import { type Block, wordsOfBlocks } from './story-body.ts';

const letters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * What visitors read of Markdown: marks may part the digits of a position that they read as one. Each piece is parsed
 * by itself, as on its page.
 */
export function plainWords(...pieces: string[]): string {
  return pieces
    .map(markdownHtml)
    .join('\n')
    .replace(/<\/?(?:em|strong|code|a)(?: [^<>]*)?>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (name) => letters[name] ?? name)
    .trim();
}

/** The words of a story as visitors read them. */
export const readWords = (blocks: readonly Block<unknown>[]) =>
  plainWords(...wordsOfBlocks(blocks));

/** Positions that visitors would find in a story, as they are written or as they are read. */
export function positionsInStory(story: { title: string; body: readonly Block[] }): string[] {
  const words = wordsOfBlocks(story.body);
  const texts = [story.title, words.join('\n\n'), plainWords(...words)];
  return [...new Set(texts.flatMap(positionsIn))];
}
