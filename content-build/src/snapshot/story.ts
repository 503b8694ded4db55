import { blockOf } from '@veldlicht/contract/series';
import { storyKinds } from '@veldlicht/contract/story';
import { z } from 'zod';

/** A story with the numbers of what it shows. */
export const story = z.object({
  id: z.string(),
  kind: z.enum(storyKinds),
  slug: z.string(),
  title: z.string(),
  /** A month of what shows something guarded; so is the moment. */
  date: z.string(),
  publishedAt: z.int(),
  /** `seq` of items. */
  cover: z.int().nullable(),
  /** Of a note. */
  parts: z.array(
    z.union([z.object({ text: z.string() }), z.object({ seq: z.int(), caption: z.string() })]),
  ),
  /** Of a series. */
  introduction: z.string(),
  blocks: z.array(blockOf(z.int())),
  revision: z.int(),
});
export type Story = z.infer<typeof story>;
