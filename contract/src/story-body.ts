/**
 * What field notes and series are made of: words, pictures with their captions and quiet space, in an order set by hand
 * (decision 119). A picture is named by id where it is stored, by number in the public database, and is a link on its page.
 */
import { z } from 'zod';
import { MAX_STORY_BLOCKS, MAX_STORY_TEXT, MAX_STORY_WORDS } from './limits.ts';
import { reason, upTo } from './reason.ts';

/** A block; its words are as long as they were when they were stored. */
export const blockOf = <Shown extends z.ZodType>(shown: Shown, words = z.string()) =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.enum(['single', 'full']),
      media: z.array(shown).length(1),
      captions: z.array(words).length(1).optional().describe('Plain words below it'),
    }),
    z.strictObject({
      kind: z.literal('pair'),
      media: z.array(shown).length(2),
      captions: z.array(words).length(2).optional().describe('Plain words below each'),
    }),
    z.strictObject({ kind: z.literal('text'), text: words.describe('Markdown') }),
    z.strictObject({ kind: z.literal('space') }),
  ]);

export type PictureKind = 'single' | 'full' | 'pair';
export type Block<Shown = string> =
  | { kind: PictureKind; media: Shown[]; captions?: string[] | undefined }
  | { kind: 'text'; text: string }
  | { kind: 'space' };

const bodyOf = (words: z.ZodString) => z.array(blockOf(z.string().min(1).max(100), words));

/** The body of a story as it is sent and read. */
export const storyBody = bodyOf(z.string());

/** A text of it as it is typed: each is read by itself. */
export const blockText = z.string().max(...upTo(MAX_STORY_TEXT));

/** The same as it is written. */
export const writtenBody = bodyOf(blockText)
  .refine((blocks) => blocks.length <= MAX_STORY_BLOCKS, {
    error: reason('too_many_blocks', { n: MAX_STORY_BLOCKS }),
  })
  .refine((blocks) => wordsOfBlocks(blocks).join('').length <= MAX_STORY_WORDS, {
    error: reason('story_too_long', { n: MAX_STORY_WORDS }),
  });

/** JSON in its column, which was checked on its way in, by the bounds of its time. */
export const readBody = (stored: string): Block[] => JSON.parse(stored);

/** What blocks show, in their order. */
export function shownInBlocks<Shown>(blocks: readonly Block<Shown>[]): Shown[] {
  return blocks.flatMap((block) => ('media' in block ? block.media : []));
}

/**
 * Blocks with what is found of what they show. What is not found goes with its caption, and its block when nothing is left of it; a
 * pair may become a single.
 */
export function blocksWith<Shown, Found>(
  blocks: readonly Block<Shown>[],
  find: (shown: Shown) => Found | undefined,
): Block<Found>[] {
  return blocks.flatMap((block): Block<Found>[] => {
    if (!('media' in block)) return [block];
    const { captions } = block;
    const kept = block.media.flatMap((shown, i) => {
      const found = find(shown);
      return found === undefined ? [] : { found, caption: captions?.[i] ?? '' };
    });
    if (kept.length === 0) return [];
    const kind = block.kind === 'pair' && kept.length === 1 ? 'single' : block.kind;
    const media = kept.map(({ found }) => found);
    return [
      captions ? { kind, media, captions: kept.map(({ caption }) => caption) } : { kind, media },
    ];
  });
}

/** Each piece of the words, as it was typed: texts in Markdown, and captions. */
export function wordsOfBlocks<Shown>(blocks: readonly Block<Shown>[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'text' ? block.text : 'media' in block ? (block.captions ?? []) : [],
  );
}

/** The text that a story begins with; '' if it begins otherwise. */
export function introductionOf<Shown>([first]: readonly Block<Shown>[]): string {
  return first?.kind === 'text' ? first.text : '';
}
