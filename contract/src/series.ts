/**
 * What a series is made of: pictures in an order set by hand, with words and room between them (next.md §6,
 * decision 078). What is shown is named by id where it is stored, by number in a snapshot, and is a link on its page.
 */
import { z } from 'zod';
import { itemLink } from './item-link.ts';
import { MAX_DESCRIPTION, MAX_SERIES_BLOCKS, MAX_SERIES_WORDS } from './limits.ts';
import { reason, upTo } from './reason.ts';

/** A block; its words are as long as they were when they were stored. */
export const blockOf = <Shown extends z.ZodType>(shown: Shown, words = z.string()) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['single', 'full']), media: z.array(shown).length(1) }),
    z.strictObject({ kind: z.literal('pair'), media: z.array(shown).length(2) }),
    z.strictObject({ kind: z.literal('text'), text: words.describe('Markdown') }),
    z.strictObject({ kind: z.literal('space') }),
  ]);

export type Block<Shown = string> =
  | { kind: 'single' | 'full' | 'pair'; media: Shown[] }
  | { kind: 'text'; text: string }
  | { kind: 'space' };

const bodyOf = (words: z.ZodString) =>
  z.strictObject({
    introduction: words.default('').describe('Markdown'),
    blocks: z.array(blockOf(z.string().min(1).max(100), words)).default([]),
  });

export const seriesBody = bodyOf(z.string());
export interface SeriesBody {
  introduction: string;
  blocks: Block[];
}

/** A text of a series as it is typed: each is read by itself. */
export const seriesText = z.string().max(...upTo(MAX_DESCRIPTION));

/** As it stands in its column. */
export const storedSeries = bodyOf(seriesText)
  .refine(({ blocks }) => blocks.length <= MAX_SERIES_BLOCKS, {
    error: reason('too_many_blocks', { n: MAX_SERIES_BLOCKS }),
  })
  .refine((body) => wordsOfSeries(body).join('').length <= MAX_SERIES_WORDS, {
    error: reason('series_too_long', { n: MAX_SERIES_WORDS }),
  })
  .transform((body) => JSON.stringify(body));

/** What is stored was checked on its way in, by the bounds of its time. */
export const readSeries = (stored: string): SeriesBody => JSON.parse(stored);

/** What blocks show, in their order. */
export function shownInBlocks<Shown>(blocks: readonly Block<Shown>[]): Shown[] {
  return blocks.flatMap((block) => ('media' in block ? block.media : []));
}

/** Blocks with what is found of what they show; one of which nothing is found goes, and a pair may become a single. */
export function blocksWith<Shown, Found>(
  blocks: readonly Block<Shown>[],
  find: (shown: Shown) => Found | undefined,
): Block<Found>[] {
  return blocks.flatMap((block): Block<Found>[] => {
    if (!('media' in block)) return [block];
    const media = block.media.map(find).filter((one) => one !== undefined);
    if (media.length === 0) return [];
    const kind = block.kind === 'pair' && media.length === 1 ? 'single' : block.kind;
    return [{ kind, media }];
  });
}

/** Each piece of its words in Markdown, the introduction first. */
export function wordsOfSeries<Shown>(body: {
  introduction: string;
  blocks: readonly Block<Shown>[];
}): string[] {
  return [body.introduction, ...body.blocks.flatMap((one) => ('text' in one ? one.text : []))];
}

/** What leads to a series. */
export const seriesLink = z.object({
  path: z.string().describe('/reeks/<slug>'),
  title: z.string(),
  date: z.string(),
  picture: itemLink.nullable().describe('Its cover, or the first item it shows'),
});
export type SeriesLink = z.infer<typeof seriesLink>;

/** A series where several are shown, with the beginning of what it is about. */
export const listedSeries = seriesLink.extend({
  introduction: z.string(),
  count: z.int().describe('Pictures and videos in it'),
});
export type ListedSeries = z.infer<typeof listedSeries>;

/** A series with all that it shows; nothing of it that visitors may not see. */
export const publicSeries = seriesLink.omit({ picture: true }).extend({
  publishedAt: z.iso.datetime(),
  introduction: z.string().describe('Markdown'),
  cover: itemLink.nullable(),
  blocks: z.array(blockOf(itemLink)),
});
export type PublicSeries = z.infer<typeof publicSeries>;
