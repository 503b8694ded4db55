/**
 * The library index: one JSON file of columns per chunk of items, small enough to search in the
 * browser. Row i of every column belongs to the same item; items run from new to old.
 */
import { z } from 'zod';

export const libraryIndexChunk = z.object({
  slug: z.array(z.string()),
  title: z.array(z.string()),
  description: z.array(z.string()).describe("'' for none"),
  place: z.array(z.string()).describe("'' for none"),
  category: z.array(z.int()).describe('Index into categories'),
  tag: z.array(z.array(z.int())).describe('Indexes into tags'),
  video: z.array(z.union([z.literal(0), z.literal(1)])),
  width: z.array(z.int()),
  height: z.array(z.int()),
  duration: z.array(z.number()).describe('Seconds, 0 for a photo'),
  color: z.array(z.string()).describe("'rrggbb'"),
  hash: z.array(z.string()).describe('Folder of the renditions under /media/'),
  alt: z.array(z.string()).describe("'' when the title stands in"),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
});
export type LibraryIndexChunk = z.infer<typeof libraryIndexChunk>;
