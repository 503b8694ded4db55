/** What visitors could find out about guarded items beside what they may know (decision 068). */
import { z } from 'zod';
import { objectOf } from './by-name.ts';
import { guardLevel } from './guard.ts';
import { itemFields, toldTexts } from './item-fields.ts';
import { MAX_LOCATION, MAX_NAME, MAX_STORY } from './limits.ts';
import { mediaItem } from './media.ts';
import { storyKinds } from './story.ts';

/** Texts of an item or a story that its form has a field for. */
export const leakFields = [...toldTexts, 'category', 'body'] as const;

const told = {
  word: z.string().describe('As it is written'),
  tells: z.enum(['place', 'day']).describe('A place in the area that may be known, or a day'),
};

/** A word that says more than the guard does. */
export const textLeak = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), field: z.enum(leakFields), ...told }),
  z.object({ kind: z.literal('tag'), tag: z.string(), ...told }),
  z.object({ kind: z.literal('rights'), ...told }).describe('What the file says of its maker'),
]);
export type TextLeak = z.infer<typeof textLeak>;

/** A word of a field note or a series on the site that shows the item. */
const storyLeak = z.object({
  kind: z.enum(storyKinds),
  id: z.string(),
  title: z.string(),
  ...told,
});

/** Another item of the same outing, whose place visitors know. */
const sameDay = z.object({
  kind: z.literal('sameDay'),
  id: z.string(),
  title: z.string(),
  place: z.string(),
});

export const leak = z.union([textLeak, storyLeak, sameDay]);
export type Leak = z.infer<typeof leak>;

/** A text that visitors do not read until somebody confirms it. */
export const heldText = z.strictObject({
  subject: z
    .string()
    .max(100)
    .describe('Id of an item or a story; "shared" for texts of many items'),
  text: z.string().max(2 * MAX_STORY),
});
export type HeldText = z.infer<typeof heldText>;

/** Payload of POST /api/admin/leaks/confirm: texts as the report has them. */
export const heldTexts = z.strictObject({ texts: z.array(heldText).min(1).max(5000) });

/** A guarded item: what visitors read of it, and which of its words wait. */
export const leakRow = z.object({
  item: mediaItem,
  place: z.string().nullable().describe('In the words that visitors read'),
  date: z.string().nullable().describe('The month alone'),
  address: z.string(),
  neighbours: z.int().describe('Taken within two hours: they have its guard too'),
  leaks: z.array(leak),
  held: z.array(heldText),
});
export type LeakRow = z.infer<typeof leakRow>;

/** GET /api/admin/leaks?page=1: those with a leak first, then newest first. */
export const leakReport = z.object({
  rows: z.array(leakRow),
  total: z.int().describe('Guarded items on the site'),
  leaking: z.int().describe('Of them with words that wait'),
  held: z.array(heldText).describe('All texts that wait'),
  page: z.int(),
  pages: z.int(),
});
export type LeakReport = z.infer<typeof leakReport>;

/** Payload of POST /api/admin/leaks/check: texts as a form has them. The answer is what they tell. */
export const leakQuestion = z.strictObject({
  level: guardLevel,
  location: z.string().max(MAX_LOCATION),
  ...objectOf(toldTexts, (name) => z.string().max(itemFields[name].longest)),
  category: z.string().max(MAX_NAME),
  tags: z.array(z.string().max(MAX_NAME)).max(100),
  body: z.string().max(MAX_STORY).optional().describe('Of a story, as it is read'),
});
export type LeakQuestion = z.infer<typeof leakQuestion>;
