/** The content as one file: what a machine without the database publishes from. */
import { publicItem, publicSpecies, siteFacts } from '@veldlicht/contract/snapshot';
import { z } from 'zod';
import { type ContentSource, onMap, ratioOf, withItems } from './content-source.ts';
import { sectionsOf, story } from './stories.ts';

/** An item as a release showed it, with what planning needs of it. */
export const snapshotItem = z
  .object({
    entry: z.object({
      seq: z.int(),
      order: z.number().optional(),
      slug: z.string(),
      type: z.enum(['photo', 'video']),
      revision: z.int(),
      linkRevision: z.int().optional(),
      mark: z.string().optional(),
      featured: z.boolean(),
      hero: z.boolean().default(false),
      cover: z.boolean().default(false),
      category: z.string(),
      hash: z.string(),
    }),
    item: publicItem,
  })
  // What was written down before entries had these comes back too.
  .transform(({ entry, item }) => {
    const { linkRevision = entry.revision, order = entry.seq } = entry;
    const species = item.species.map(({ scientificName }) => scientificName);
    const shown = { species, ratio: ratioOf(item), ...onMap(item) };
    return { entry: { ...entry, linkRevision, order, ...shown }, item };
  });
export type SnapshotItem = z.infer<typeof snapshotItem>;

/** What a snapshot holds beside its items. */
export const snapshotFacts = z.object({
  revision: z.int(),
  site: siteFacts,
  siteRevision: z.int(),
  portrait: z.int().nullable().default(null),
  categories: z.array(z.string()),
  categoryTexts: z.record(z.string(), z.string()).default({}),
  tags: z.array(z.string()),
  species: z
    .array(publicSpecies.pick({ scientificName: true, dutchName: true, group: true }))
    .default([]),
  retired: z.array(z.string()).default([]),
  stories: z.array(story).default([]),
});

const snapshot = snapshotFacts.extend({ items: z.array(snapshotItem) });
/** A whole content source as plain data; items newest first. */
export type Snapshot = z.infer<typeof snapshot>;

/** All of a source but its items. */
export function factsOf(source: ContentSource): z.infer<typeof snapshotFacts> {
  const { revision, site, siteRevision, portrait, categories, categoryTexts } = source;
  const { tags, species, retired, stories } = source;
  return {
    ...{ revision, site, siteRevision, portrait, categories, categoryTexts },
    ...{ tags, species, retired, stories },
  };
}

export function exportSnapshot(source: ContentSource): Snapshot {
  return { ...factsOf(source), items: withItems(source, source.entries) };
}

export function snapshotSource(data: Snapshot): ContentSource {
  const items = new Map(data.items.map(({ entry, item }) => [entry.seq, item]));
  return {
    revision: data.revision,
    site: { ...data.site, hasNotes: undefined, hasSeries: undefined, ...sectionsOf(data.stories) },
    siteRevision: data.siteRevision,
    portrait: data.portrait,
    categories: data.categories,
    categoryTexts: data.categoryTexts,
    tags: data.tags,
    species: data.species,
    retired: data.retired,
    stories: data.stories,
    entries: data.items.map(({ entry }) => entry),
    items: (entries) =>
      entries.map(({ seq }) => {
        const item = items.get(seq);
        if (!item) throw new Error(`item ${seq} is not published`);
        return item;
      }),
    close: () => items.clear(),
  };
}

/** Checks what was exported elsewhere. Throws when it is not a snapshot. */
export function parseSnapshot(data: unknown): Snapshot {
  return snapshot.parse(data);
}
