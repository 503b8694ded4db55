/**
 * Blocks of field notes and series: texts, pictures with captions, and space (decision 023). A picture is an id in the
 * private database, a number in the public one, and a link on its page.
 */
import { z } from 'zod';
import { MAX_STORY_BLOCKS, MAX_STORY_TEXT, MAX_STORY_WORDS } from './limits.ts';
import { reason, upTo } from './reason.ts';

/** Schema of a block. Stored texts have no limit here: earlier limits were longer. */
export const blockOf = <Shown extends z.ZodType>(shown: Shown, words = z.string()) =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.enum(['single', 'full']),
      media: z.array(shown).length(1),
      captions: z.array(words).length(1).optional().describe('Plain text below it'),
    }),
    z.strictObject({
      kind: z.literal('pair'),
      media: z.array(shown).length(2),
      captions: z.array(words).length(2).optional().describe('Plain text below each'),
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

/** Body of a story in answers. */
export const storyBody = bodyOf(z.string());

/** A text of a block in payloads. */
export const blockText = z.string().max(...upTo(MAX_STORY_TEXT));

/** Body of a story in payloads, with limits. */
export const writtenBody = bodyOf(blockText)
  .refine((blocks) => blocks.length <= MAX_STORY_BLOCKS, {
    error: reason('too_many_blocks', { n: MAX_STORY_BLOCKS }),
  })
  .refine((blocks) => wordsOfBlocks(blocks).join('').length <= MAX_STORY_WORDS, {
    error: reason('story_too_long', { n: MAX_STORY_WORDS }),
  });

/** Parses a stored body, unchecked: it was validated when written, by the limits of that time. */
export const readBody = (stored: string): Block[] => JSON.parse(stored);

/** Items of blocks, in order. */
export function shownInBlocks<Shown>(blocks: readonly Block<Shown>[]): Shown[] {
  return blocks.flatMap((block) => ('media' in block ? block.media : []));
}

/**
 * Replaces the items of blocks by what `find` returns. An item that is not found is removed with its caption, and its
 * block when it was the last; a pair of one becomes a single.
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

/** Texts (Markdown) and captions of blocks, in order. */
export function wordsOfBlocks<Shown>(blocks: readonly Block<Shown>[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'text' ? block.text : 'media' in block ? (block.captions ?? []) : [],
  );
}

/** The text of the first block; '' if it is no text. */
export function introductionOf<Shown>([first]: readonly Block<Shown>[]): string {
  return first?.kind === 'text' ? first.text : '';
}
