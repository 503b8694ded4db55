/** The content as one file: what a machine without the database publishes from. */
import { publicItem, publicSpecies, siteFacts } from '@veldlicht/contract/snapshot';
import { z } from 'zod';
import { type ContentSource, type Entry, withItems } from './content-source.ts';
import { story } from './story.ts';

const entry = z.object({
  seq: z.int(),
  order: z.number(),
  slug: z.string(),
  type: z.enum(['photo', 'video']),
  revision: z.int(),
  linkRevision: z.int(),
  featured: z.boolean(),
  hero: z.boolean(),
  cover: z.boolean(),
  category: z.string(),
  species: z.array(z.string()),
  area: z.string().nullable(),
  year: z.int().nullable(),
  month: z.int().nullable(),
  hash: z.string(),
  ratio: z.int(),
}) satisfies z.ZodType<Entry>;

const snapshot = z.object({
  revision: z.int(),
  site: siteFacts,
  siteRevision: z.int(),
  portrait: z.int().nullable(),
  categories: z.array(z.string()),
  categoryTexts: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  species: z.array(publicSpecies.pick({ scientificName: true, dutchName: true, group: true })),
  retired: z.array(z.string()),
  stories: z.array(story),
  items: z.array(z.object({ entry, item: publicItem })),
});
/** A whole content source as plain data; items newest first. */
export type Snapshot = z.infer<typeof snapshot>;

export function exportSnapshot(source: ContentSource): Snapshot {
  const { revision, site, siteRevision, portrait, categories, categoryTexts } = source;
  const { tags, species, retired, stories, entries } = source;
  return {
    revision,
    site,
    siteRevision,
    portrait,
    categories,
    categoryTexts,
    tags,
    species,
    retired,
    stories,
    items: withItems(source, entries),
  };
}

export function snapshotSource({ items: all, ...facts }: Snapshot): ContentSource {
  const items = new Map(all.map(({ entry, item }) => [entry.seq, item]));
  return {
    ...facts,
    entries: all.map(({ entry }) => entry),
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
