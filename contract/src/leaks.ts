/** Texts that may lead to the place or day of something guarded, and what visitors read meanwhile (decision 115). */
import { z } from 'zod';
import { toldTexts } from './item-fields.ts';
import { MAX_STORY_WORDS } from './limits.ts';
import { mediaItem } from './media.ts';
import { storyKinds } from './story.ts';

/** A text as it is asked about and answered: another text of the same thing is another question. */
const askedText = z.strictObject({
  subject: z
    .string()
    .max(100)
    .describe('Id of an item or a story; "shared" for texts of many items'),
  text: z.string().max(2 * MAX_STORY_WORDS),
});
export type AskedText = z.infer<typeof askedText>;

/** Where texts that wait stand; `rights` is what a file says of its maker. */
export const heldFields = [
  ...toldTexts,
  ...storyKinds,
  'category',
  'tag',
  'species',
  'rights',
  'site',
] as const;

/** A text that visitors do not read until somebody says that they may. */
export const heldText = z.object({
  ...askedText.shape,
  field: z.enum(heldFields),
  id: z.string().describe('Of the item, story, category or tag; empty without one'),
  title: z.string().describe('Of the same'),
  marks: z
    .array(
      z.object({
        word: z.string().describe('As it is written'),
        tells: z.enum(['place', 'day']),
      }),
    )
    .describe('The first words of it that may lead somewhere'),
  address: z.string().nullable().describe('Of a title: the words of the address made from it'),
});
export type HeldText = z.infer<typeof heldText>;

/** Payload of POST /api/admin/leaks/answers: whether visitors may read these very texts. */
export const textAnswers = z.strictObject({
  texts: z
    .array(askedText.extend({ mayRead: z.boolean() }))
    .min(1)
    .max(5000),
  addresses: z
    .array(z.string().max(100))
    .max(5000)
    .default([])
    .describe('Ids of items that get the address of their title'),
});
export type TextAnswers = z.infer<typeof textAnswers>;

/** Another item of the same outing, whose place visitors know. */
const teller = z.object({ id: z.string(), title: z.string(), place: z.string() });

/** A guarded item: what visitors read of it, and which of its words wait. */
export const leakRow = z.object({
  item: mediaItem,
  place: z.string().nullable().describe('In the words that visitors read'),
  date: z.string().nullable().describe('The month alone'),
  address: z.string(),
  neighbours: z.int().describe('Of the same outing: they have its guard too'),
  held: z.array(heldText),
  tellers: z.array(teller),
});
export type LeakRow = z.infer<typeof leakRow>;

/** GET /api/admin/leaks?page=1: those with something that waits or tells first, then newest first. */
export const leakReport = z.object({
  rows: z.array(leakRow),
  total: z.int().describe('Guarded items on the site'),
  leaking: z.int().describe('Of them with words that wait, or another one that tells'),
  held: z.array(heldText).describe('All texts that wait'),
  page: z.int(),
  pages: z.int(),
});
export type LeakReport = z.infer<typeof leakReport>;
