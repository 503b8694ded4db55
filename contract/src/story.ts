/**
 * Stories: what the photographer tells with pictures among the words (next.md §6, decision 076). A field note is
 * Markdown, in which a picture names the item it shows: `![caption](media:<id>)`; a series is blocks (series.ts).
 */
import { z } from 'zod';
import { MAX_STORY, MAX_TITLE } from './limits.ts';
import { markdownHtml } from './markdown.ts';
import {
  creationKey,
  endsAfterStart,
  instant,
  mediaStatus,
  plainDate,
  publicMediaItem,
  requiredText,
} from './media.ts';
import { positionsIn } from './position-shapes.ts';
import { reason, upTo } from './reason.ts';
import { readSeries, seriesBody, shownInBlocks, storedSeries, wordsOfSeries } from './series.ts';

export const storyKinds = ['note', 'series'] as const;
export type StoryKind = (typeof storyKinds)[number];

/** A piece of a story as its maker wrote it: words in Markdown, or an item by its id. */
export type StoryPart = { text: string } | { media: string; caption: string };

/** An item among the words; in a caption brackets come in pairs, and hold no item. */
const SHOWN = /!\[((?:[^[\]]|(?<!!)\[[^[\]]*\])*)\]\(media:([\w-]+)\)/g;

/** The address of an item in Markdown. */
export const shownAs = (id: string, caption = '') => `![${caption}](media:${id})`;

/** Words and items in their order. A picture stands between words, also where it was written within a line. */
export function storyParts(body: string): StoryPart[] {
  const parts: StoryPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    const text = body.slice(end, until).trim();
    if (text) parts.push({ text });
  };
  for (const { 0: whole, 1: caption = '', 2: media = '', index } of body.matchAll(SHOWN)) {
    addText(index);
    parts.push({ media, caption: caption.replace(/\s+/g, ' ').trim() });
    end = index + whole.length;
  }
  addText(body.length);
  return parts;
}

/** The items that a story shows, each once. */
export function shownIn(body: string): string[] {
  return [...new Set(storyParts(body).flatMap((part) => ('media' in part ? part.media : [])))];
}

/** Where the item ends within which a place in a text is; the place itself if it is in none. */
export function afterShown(body: string, place: number): number {
  for (const { 0: whole, index } of body.matchAll(SHOWN))
    if (index < place && place < index + whole.length) return index + whole.length;
  return place;
}

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

/** The words of a note as they were typed; a caption stands where its picture does. */
const wordsIn = (body: string) =>
  storyParts(body).map((part) => ('text' in part ? part.text : part.caption));

/** What is read of the stored body of a story, by its kind. */
export const bodies = {
  note: { shownIn, wordsIn },
  series: {
    shownIn: (body) => [...new Set(shownInBlocks(readSeries(body).blocks))],
    wordsIn: (body) => wordsOfSeries(readSeries(body)),
  },
} satisfies Record<StoryKind, BodyRules>;

interface BodyRules {
  /** The items in it, each once. */
  shownIn: (body: string) => string[];
  /** Its words as they were typed, in pieces that are each Markdown of their own. */
  wordsIn: (body: string) => string[];
}

/** The words of a story as visitors read them. */
export const readWords = (body: string, kind: StoryKind = 'note') =>
  plainWords(...bodies[kind].wordsIn(body));

/** Positions that visitors would find in a story, as they are written or as they are read. */
export function positionsInStory(
  { title, body }: Pick<StoryItem, 'title' | 'body'>,
  kind: StoryKind = 'note',
): string[] {
  const words = bodies[kind].wordsIn(body);
  const texts = [title, words.join('\n\n'), plainWords(...words)];
  return [...new Set(texts.flatMap(positionsIn))];
}

/** Of a story that shows something guarded visitors know the month alone: its day is likely that of the photo. */
export const toldDate = (date: string, isGuarded: boolean) => (isGuarded ? date.slice(0, 7) : date);

/** A story as signed-in people see it. */
export const storyItem = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  date: z.string().describe('yyyy-mm-dd: what it is sorted by'),
  body: z.string(),
  cover: z.string().nullable().describe('Id of the item on top'),
  status: mediaStatus,
  publishFrom: z.iso.datetime().nullable(),
  publishUntil: z.iso.datetime().nullable(),
  withheld: z.boolean().describe('Kept off the site: its words hold a position'),
  positionAllowed: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe('Later with every change; in quotes it is the ETag'),
});
export type StoryItem = z.infer<typeof storyItem>;

/** The same of a series, whose body is blocks. */
export const seriesItem = storyItem.extend({ body: seriesBody });
export type SeriesItem = z.infer<typeof seriesItem>;

const editable = {
  title: requiredText(MAX_TITLE),
  date: plainDate.pipe(z.string({ error: reason('required_fields') })),
  body: z.string().max(...upTo(MAX_STORY)),
  cover: z
    .string()
    .max(100)
    .nullable()
    .transform((id) => id || null),
  status: mediaStatus,
  publishFrom: instant,
  publishUntil: instant,
  positionAllowed: z.boolean(),
};

const inputWith = <Body extends z.ZodType<string>>(body: Body) =>
  z
    .strictObject({
      ...editable,
      body,
      cover: editable.cover.default(null),
      status: editable.status.default('published'),
      publishFrom: editable.publishFrom.default(null),
      publishUntil: editable.publishUntil.default(null),
      positionAllowed: editable.positionAllowed.optional(),
      key: creationKey.optional(),
    })
    .refine(({ publishFrom, publishUntil }) => endsAfterStart(publishFrom, publishUntil), {
      path: ['publishUntil'],
      error: reason('end_before_start'),
    });

/** Payload of POST /api/admin/notes: title and date are required. */
export const storyInput = inputWith(editable.body.default(''));
export type NewStory = z.output<typeof storyInput>;

/** Payload of POST /api/admin/series, likewise. */
export const seriesInput = inputWith(storedSeries.prefault({}));

/** Payload of PATCH /api/admin/notes/{id}: any part of it. */
export const storyPatch = z.strictObject(editable).partial();
export type StoryPatch = z.output<typeof storyPatch>;

/** Payload of PATCH /api/admin/series/{id}. */
export const seriesPatch = z.strictObject({ ...editable, body: storedSeries }).partial();

/** A deleted story, as the trash lists it. */
export const trashedStory = storyItem.pick({ id: true, title: true, date: true }).extend({
  deletedAt: z.iso.datetime(),
  deletedBy: z.string(),
  goneAt: z.iso.datetime(),
});
export type TrashedStory = z.infer<typeof trashedStory>;

/** A story in the lists for everyone (GET /api/notes, /api/series). */
export const publicStoryLink = storyItem.pick({ id: true, slug: true, title: true }).extend({
  date: z.string().describe('yyyy-mm-dd; yyyy-mm of one that shows something guarded'),
  cover: publicMediaItem.nullable(),
});
export type PublicStoryLink = z.infer<typeof publicStoryLink>;
