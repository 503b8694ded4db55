/** Stories as pages show them: nothing of one that visitors may not see. */
import { z } from 'zod';
import { itemLink } from './item-link.ts';
import { speciesName } from './species.ts';
import { blockOf } from './story-body.ts';

/** What leads to a story. */
export const storyLink = z.object({
  path: z.string().describe('/veldnotities/<slug> or /reeks/<slug>'),
  title: z.string(),
  date: z.string(),
  picture: itemLink.nullable().describe('Its cover, or the first item it shows'),
});
export type StoryLink = z.infer<typeof storyLink>;

/** A story where several are shown, with the beginning of what it is about. */
export const listedStory = storyLink.extend({
  words: z.string().describe('Its first words, in Markdown'),
  count: z.int().describe('Pictures and videos in it'),
});
export type ListedStory = z.infer<typeof listedStory>;

/** A story with all that it shows. */
export const publicStory = storyLink.omit({ picture: true }).extend({
  publishedAt: z.iso.datetime(),
  cover: itemLink.nullable(),
  blocks: z.array(blockOf(itemLink)),
  species: z.array(speciesName).describe('Of all that it shows'),
});
export type PublicStory = z.infer<typeof publicStory>;
