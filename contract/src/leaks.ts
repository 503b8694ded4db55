/** Texts that wait because they may tell the place or day of a guarded item (decision 021). */
import { z } from 'zod';
import { publicTextFields } from './item-fields.ts';
import { MAX_STORY_WORDS } from './limits.ts';
import { mediaItem } from './media.ts';
import { storyKinds } from './story.ts';

/** A text that a user answers for: a changed text is a new question. */
const askedText = z.strictObject({
  subject: z
    .string()
    .max(100)
    .describe('Id of an item or a story; "shared" for texts of many items'),
  text: z.string().max(2 * MAX_STORY_WORDS),
});
export type AskedText = z.infer<typeof askedText>;

/** Fields of waiting texts; `rights`: credits in a file. */
const waitingFields = [
  ...publicTextFields,
  ...storyKinds,
  'category',
  'tag',
  'species',
  'rights',
  'site',
] as const;

/** A text that visitors do not read until a user allows it. */
export const waitingText = z.object({
  ...askedText.shape,
  field: z.enum(waitingFields),
  id: z.string().describe('Id of the item, story, category or tag; empty for other texts'),
  title: z.string().describe('Title of it'),
  marks: z
    .array(
      z.object({
        word: z.string().describe('As it is written'),
        tells: z.enum(['place', 'day']),
      }),
    )
    .describe('The first words that may tell a place or a day'),
  address: z.string().nullable().describe('For a title: the slug made from it'),
});
export type WaitingText = z.infer<typeof waitingText>;

/** Payload of POST /api/admin/leaks/answers: whether visitors may read exactly these texts. */
export const textAnswers = z.strictObject({
  texts: z
    .array(askedText.extend({ mayRead: z.boolean() }))
    .min(1)
    .max(5000),
  addresses: z
    .array(z.string().max(100))
    .max(5000)
    .default([])
    .describe('Ids of items whose address is made from their title'),
});
export type TextAnswers = z.infer<typeof textAnswers>;

/** Another item of the same outing, whose exact place is public. */
const teller = z.object({ id: z.string(), title: z.string(), place: z.string() });

/** A guarded item: its public place and date, and its waiting texts. */
const leakRow = z.object({
  item: mediaItem,
  place: z.string().nullable().describe('As visitors read it'),
  date: z.string().nullable().describe('The month alone'),
  address: z.string(),
  neighbours: z.int().describe('Number of items of the same outing, guarded with it'),
  held: z.array(waitingText),
  tellers: z.array(teller),
});
export type LeakRow = z.infer<typeof leakRow>;

/** GET /api/admin/leaks?page=1: items with `held` or `tellers` first, then newest first. */
export const leakReport = z.object({
  rows: z.array(leakRow),
  total: z.int().describe('Guarded items on the site'),
  leaking: z.int().describe('Of them: with `held` or `tellers`'),
  held: z.array(waitingText).describe('All waiting texts'),
  page: z.int(),
  pages: z.int(),
});
export type LeakReport = z.infer<typeof leakReport>;
