/**
 * The library index: two JSON files of columns per chunk of items. Every search file is loaded to
 * search and to lay out the grid; a view file only when one of its items comes into view. Row i of
 * every column of both files belongs to the same item; items run from new to old. A third file has the
 * stories. The files change in place, so a browser may have one of before a publish and one of after it:
 * `rows` tells.
 */
import { z } from 'zod';
import { objectOf } from './by-name.ts';
import { searchedTexts } from './item-fields.ts';
import { storyKinds } from './story.ts';

/** Follows from the slugs in their order: files with the same have the same items in their rows. */
const rows = z.string();

/** What is searched, filtered and laid out. */
export const librarySearchChunk = z.object({
  rows,
  ...objectOf(searchedTexts, () => z.array(z.string()).describe("'' for none")),
  place: z.array(z.string()).describe("'' for none"),
  category: z.array(z.int()).describe('Index into categories'),
  tag: z.array(z.array(z.int())).describe('Indexes into tags'),
  species: z.array(z.array(z.int())).describe('Indexes into speciesNames'),
  duration: z.array(z.int()).describe('Seconds of a video, at least 1; 0 for a photo'),
  ratio: z.array(z.int()).describe('Height by width in hundredths'),
  taken: z
    .array(z.int())
    .describe('Date of capture, 20260501, or 20260500 where only the month is told; 0 for none'),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  speciesNames: z.array(z.string()).describe('The Dutch and the scientific name, a space between'),
});
export type LibrarySearchChunk = z.infer<typeof librarySearchChunk>;

/** What else a card needs to be drawn. */
export const libraryViewChunk = z.object({
  rows,
  slug: z.array(z.string()),
  hash: z
    .array(z.string())
    .describe('What the addresses of its renditions follow from (ladder.ts)'),
  width: z.array(z.int()),
  height: z.array(z.int()),
  color: z.array(z.string()).describe("'rrggbb'"),
  alt: z.array(z.string()).describe("'' when the title stands in"),
  placeholder: z.array(z.string()).describe("ThumbHash in base64; '' for none"),
  focus: z.array(z.string()).describe("Focus point as CSS has it; '' for the middle"),
});
export type LibraryViewChunk = z.infer<typeof libraryViewChunk>;

/** A series or a field note as the search finds it; the newest come first. */
export const libraryStory = z.object({
  kind: z.enum(storyKinds),
  path: z.string(),
  title: z.string(),
  words: z.string().describe('Where it begins, in Markdown, and the titles of what it shows'),
});
export type LibraryStory = z.infer<typeof libraryStory>;
