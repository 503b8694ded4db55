/**
 * The library index: two JSON files of columns per chunk of items. Every search file is loaded to
 * search and to lay out the grid; a view file only when one of its items comes into view. Row i of
 * every column of both files belongs to the same item, newest first. A third file has the stories.
 * The files change in place: a browser compares `rows` to find out that it has them from different publishes.
 */
import { z } from 'zod';
import { objectOf } from './by-name.ts';
import { searchedTexts } from './item-fields.ts';
import { storyKinds } from './story.ts';

/** Hash over the slugs in order: two files with the same `rows` have the same items. */
const rows = z.string();

/** Columns to search, filter and lay out. */
export const librarySearchChunk = z.object({
  rows,
  ...objectOf(searchedTexts, () => z.array(z.string()).describe("'' for none")),
  place: z.array(z.string()).describe("'' for none"),
  category: z.array(z.int()).describe('Index into categories'),
  tag: z.array(z.array(z.int())).describe('Indexes into tags'),
  species: z.array(z.array(z.int())).describe('Indexes into speciesNames'),
  duration: z.array(z.int()).describe('Seconds of a video, at least 1; 0 for a photo'),
  ratio: z.array(z.int()).describe('Height divided by width, in hundredths'),
  taken: z.array(z.int()).describe('Capture date: 20260501; 20260500 for a month; 0 for none'),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  speciesNames: z.array(z.string()).describe('Dutch and scientific name, joined by a space'),
});
export type LibrarySearchChunk = z.infer<typeof librarySearchChunk>;

/** Other columns of a card. */
export const libraryViewChunk = z.object({
  rows,
  slug: z.array(z.string()),
  hash: z.array(z.string()).describe('`ladderKey` of its renditions (ladder.ts)'),
  width: z.array(z.int()),
  height: z.array(z.int()),
  color: z.array(z.string()).describe("'rrggbb'"),
  alt: z.array(z.string()).describe("'' when the title is used"),
  placeholder: z.array(z.string()).describe("ThumbHash in base64; '' for none"),
  focus: z.array(z.string()).describe("CSS `object-position`; '' for the middle"),
});
export type LibraryViewChunk = z.infer<typeof libraryViewChunk>;

/** A series or a field note in the search, newest first. */
const libraryStory = z.object({
  kind: z.enum(storyKinds),
  path: z.string(),
  title: z.string(),
  words: z.string().describe('Its introduction in Markdown, and the titles of its items'),
});
export type LibraryStory = z.infer<typeof libraryStory>;
