import { z } from 'zod';
import { MAX_DESCRIPTION, MAX_NAME } from './limits.ts';

export const categoryTypes = ['category', 'tag'] as const;
export const categoryType = z.enum(categoryTypes, {
  error: 'Please select a type (Category or Tag)',
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

/** A category's name is stored in lower case; a tag keeps its letters. No commas: imports split on them. */
const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(MAX_NAME)
  .regex(/^[^,\p{Cc}]+$/u, 'A name has no commas');

const description = z
  .string()
  .trim()
  .max(MAX_DESCRIPTION)
  .nullable()
  .optional()
  .transform((text) => text || null);

/** Payload of POST /api/admin/categories (spec §7). */
export const categoryInput = z.object({ name, type: categoryType, description });
export type CategoryInput = z.infer<typeof categoryInput>;

/** Payload of PATCH: any part of it. */
export const categoryPatch = z.object({
  name: name.optional(),
  type: categoryType.optional(),
  description: z.string().trim().max(MAX_DESCRIPTION).nullable().optional(),
});
export type CategoryPatch = z.infer<typeof categoryPatch>;

const dutchLabels: Record<string, string> = {
  landscape: 'Landschap',
  fauna: 'Fauna',
  macro: 'Macro',
  drone: 'Drone',
};

/** What Dutch visitors read for a category; a name of the owner's own shows as typed. */
export function categoryLabel(name: string): string {
  return dutchLabels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
