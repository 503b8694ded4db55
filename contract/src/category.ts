import { z } from 'zod';
import { MAX_BULK_CATEGORIES, MAX_DESCRIPTION, MAX_NAME } from './limits.ts';
import { ONE_LINE, VISIBLE } from './name.ts';
import { holdsPosition } from './position-shapes.ts';
import { reason } from './reason.ts';

export const categoryTypes = ['category', 'tag'] as const;
export const categoryType = z.enum(categoryTypes, {
  error: reason('select_type'),
});
export type CategoryType = z.infer<typeof categoryType>;

/** A category or a tag (spec §3). `sortOrder` is dense from 1 within its type. */
export const category = z.object({
  id: z.string(),
  name: z.string(),
  type: categoryType,
  description: z.string().nullable(),
  sortOrder: z.int().min(1),
});
export type Category = z.infer<typeof category>;

/** For the panel: with the number of media items that have it (drafts included) and its version. */
export const adminCategory = category.extend({
  itemCount: z.int().min(0),
  etag: z.string().describe('For If-Match'),
});
export type AdminCategory = z.infer<typeof adminCategory>;

/** Kept as typed. No commas: imports split on them. */
const name = z
  .string({ error: reason('name_required') })
  .trim()
  .regex(VISIBLE, reason('name_required'))
  // Abort: looking for positions in a very long name takes seconds.
  .max(MAX_NAME, { error: reason('too_long', { n: MAX_NAME }), abort: true })
  .regex(/^[^,]+$/u, reason('name_without_commas'))
  .regex(ONE_LINE, reason('name_on_one_line'))
  .refine((text) => !holdsPosition(text), reason('name_holds_position'));

/** Text that visitors read above a list of items. */
export const descriptionText = z
  .string()
  .trim()
  .max(MAX_DESCRIPTION, { error: reason('too_long', { n: MAX_DESCRIPTION }), abort: true })
  .refine((text) => !holdsPosition(text), reason('description_holds_position'));

const description = descriptionText
  .nullable()
  .optional()
  .transform((text) => text || null);

/** Payload of POST /api/admin/categories (spec §7). */
export const categoryInput = z.strictObject({ name, type: categoryType, description });
export type CategoryInput = z.infer<typeof categoryInput>;

/** Payload of PATCH: any part of it. */
export const categoryPatch = z.strictObject({
  name: name.optional(),
  type: categoryType.optional(),
  description: descriptionText.nullable().optional(),
});
export type CategoryPatch = z.infer<typeof categoryPatch>;

/** Payload of POST /api/admin/categories/bulk (spec §5, §7). */
export const categoryImport = z.strictObject({
  categories: z
    .array(categoryInput)
    .min(1, reason('send_one'))
    .max(MAX_BULK_CATEGORIES, reason('send_fewer', { n: MAX_BULK_CATEGORIES })),
});
export type CategoryImport = z.infer<typeof categoryImport>;

/** Keywords that are no longer proposed as tags, folded by `foldName`. */
export const declinedKeywords = z.array(z.string());

/** Payload of POST /api/admin/declined-keywords; its answer is all of them. */
export const declinedKeyword = z.strictObject({ word: z.string().trim().min(1).max(MAX_NAME) });

const position = z.int({ error: reason('whole_position') }).min(1, reason('whole_position'));

/**
 * Payload of POST /api/admin/categories/reorder: one entry to move, or the whole list of one type
 *.
 */
export const categoryReorder = z.strictObject({
  updates: z
    .array(z.object({ id: z.string(), sortOrder: position }))
    .min(1, reason('send_one'))
    .refine((updates) => isDistinct(updates.map(({ id }) => id)), reason('one_place'))
    .refine(
      (updates) => isDistinct(updates.map(({ sortOrder }) => sortOrder)),
      reason('same_position'),
    ),
});
export type CategoryReorder = z.infer<typeof categoryReorder>;

function isDistinct(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}
