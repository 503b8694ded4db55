/** Plain words of stories. In a file of its own, since the schemas need no Markdown. */
import { markdownHtml } from './markdown.ts';
import { positionsIn } from './position-shapes.ts';
import { type Block, wordsOfBlocks } from './story-body.ts';

const letters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Plain text of Markdown, so that positions are found across marks. Each piece is parsed on its own, as on its page.
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

/** Plain words of a story. */
export const readWords = (blocks: readonly Block<unknown>[]) =>
  plainWords(...wordsOfBlocks(blocks));

/** Positions in a story, in its Markdown or in its plain text. */
export function positionsInStory(story: { title: string; body: readonly Block[] }): string[] {
  const words = wordsOfBlocks(story.body);
  const texts = [story.title, words.join('\n\n'), plainWords(...words)];
  return [...new Set(texts.flatMap(positionsIn))];
}
