/** Public stories, as pages show them. */
import { z } from 'zod';
import { itemLink } from './item-link.ts';
import { speciesName } from './species.ts';
import { blockOf } from './story-body.ts';

/** A link to a story. */
export const storyLink = z.object({
  path: z.string().describe('/veldnotities/<slug> or /reeks/<slug>'),
  title: z.string(),
  date: z.string(),
  picture: itemLink.nullable().describe('Its cover, or the first item it shows'),
});
export type StoryLink = z.infer<typeof storyLink>;

/** A story in a list. */
export const listedStory = storyLink.extend({
  words: z.string().describe('Its first words, in Markdown'),
  count: z.int().describe('Pictures and videos in it'),
});
export type ListedStory = z.infer<typeof listedStory>;

/** A story on its own page. */
export const publicStory = storyLink.omit({ picture: true }).extend({
  publishedAt: z.iso.datetime(),
  cover: itemLink.nullable(),
  blocks: z.array(blockOf(itemLink)),
  species: z.array(speciesName).describe('Of all that it shows'),
});
export type PublicStory = z.infer<typeof publicStory>;
