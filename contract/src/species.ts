/** Species, by scientific name. */
import { z } from 'zod';
import { descriptionText } from './category.ts';
import { MAX_NAME } from './limits.ts';
import { VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';
import { speciesGroups } from './species-groups.ts';

const speciesGroup = z.enum(speciesGroups, { error: reason('select_group') });

/** Most species of one item. */
export const MAX_ITEM_SPECIES = 20;
/** Most answers of a search. */
export const SPECIES_FOUND = 20;

/** Names of a species. */
export const speciesName = z.object({
  scientificName: z.string(),
  dutchName: z.string().nullable(),
});
export type SpeciesName = z.infer<typeof speciesName>;

/** A species in the panel. */
export const species = speciesName.extend({
  englishName: z.string().nullable(),
  group: speciesGroup,
  family: z.string().nullable(),
  synonyms: z.array(z.string()).describe('Other scientific names'),
  words: z.string().nullable().describe('Introduction of its page'),
  picture: z.string().nullable().describe('Id of the lead item of its page'),
  own: z.boolean().describe('Added or corrected here'),
  listed: z.boolean().describe('In the bundled list; with `own`, it corrects that list'),
  items: z.int().describe('Number of media items that show it'),
});
export type Species = z.infer<typeof species>;

const name = z
  .string()
  .trim()
  .max(...upTo(MAX_NAME))
  .nullable()
  .transform((text) => (text && VISIBLE.test(text) ? text.replace(/\s+/g, ' ') : null));

/** Genus with a capital, the rest without: "Bubo bubo". */
const scientificName = z
  .string({ error: reason('required_fields') })
  .trim()
  .max(...upTo(MAX_NAME))
  .regex(/^[A-Z][\p{Ll}-]+(?: [\p{L}\p{M}×.()'-]+){0,4}$/u, reason('scientific_name_shape'));

const orNone = (text: z.ZodString) =>
  text
    .transform((typed) => typed || null)
    .nullable()
    .optional();

/** Payload of PUT /api/admin/species: adds or corrects a species. */
export const speciesInput = z.strictObject({
  scientificName,
  dutchName: name.default(null),
  englishName: name.default(null),
  group: speciesGroup.default('other'),
  family: name.default(null),
  words: orNone(descriptionText).describe('Left out, they stay'),
  picture: orNone(z.string().max(MAX_NAME)).describe('Left out, it stays'),
});
export type SpeciesInput = z.output<typeof speciesInput>;

/** Outcome of an import of species. */
export const speciesImported = z.object({ added: z.int(), changed: z.int() });
export type SpeciesImported = z.infer<typeof speciesImported>;

/** Circumstances of a record. A captive animal reveals no place in the wild, so the guard ignores it. */
export const sightings = ['wild', 'captive', 'baited', 'hide'] as const;
export type Sighting = (typeof sightings)[number];

export const lifeStages = ['adult', 'young', 'egg', 'larva', 'pupa'] as const;

/** A species of an item, for signed-in users. */
export const itemSpecies = speciesName.extend({
  kind: z.enum(sightings),
  lifeStage: z.enum(lifeStages).nullable(),
  nest: z.boolean().describe('A nest or den is visible'),
});
export type ItemSpecies = z.infer<typeof itemSpecies>;

/** Species that an item's words name but that a user said it does not show. */
export const notShown = z.array(z.string().min(1).max(MAX_NAME)).max(MAX_ITEM_SPECIES);

/** By scientific name alone, or with details of the record. */
export const itemSpeciesInput = z
  .array(
    z.union([
      z.string().trim().min(1).max(MAX_NAME),
      itemSpecies
        // Accepted as it was read, and ignored.
        .extend({ dutchName: z.unknown() })
        .partial({ dutchName: true, kind: true, lifeStage: true, nest: true })
        .strict(),
    ]),
  )
  .max(MAX_ITEM_SPECIES, reason('send_fewer', { n: MAX_ITEM_SPECIES }));
export type ItemSpeciesInput = z.output<typeof itemSpeciesInput>;
