/** Converts stored stories to public ones, with their public items only. */
import { publicMoment } from '@veldlicht/contract/guard';
import { shownDate, storyKinds } from '@veldlicht/contract/story';
import { blockOf, blocksWith, readBody, shownInBlocks } from '@veldlicht/contract/story-body';
import { z } from 'zod';
import type { StoryRow } from './private-rows.ts';

export const story = z.object({
  id: z.string(),
  kind: z.enum(storyKinds),
  slug: z.string(),
  title: z.string(),
  /** Only a month when it shows guarded items; `publishedAt` likewise. */
  date: z.string(),
  publishedAt: z.int(),
  /** `seq` of items. */
  cover: z.int().nullable(),
  blocks: z.array(blockOf(z.int())),
});
export type Story = z.infer<typeof story>;

/** Root of the addresses of each kind. */
const folders = { note: '/veldnotities', series: '/reeks' } as const;

/** Address of the page of a story. */
export const storyPath = ({ kind, slug }: Pick<Story, 'kind' | 'slug'>) =>
  `${folders[kind]}/${slug}`;

/**
 * Sort key, newest last: by date, then by time of publication; in random order within a month when only the month is
 * public.
 */
export function storyPlace({ id, date, publishedAt }: Story): string {
  const moment = date.length === 10 ? String(publishedAt).padStart(15, '0') : '';
  return `${date} ${moment} ${id}`;
}

/** Numbers of the items of a story, cover first. */
export function seqsOf({ cover, blocks }: Pick<Story, 'cover' | 'blocks'>): number[] {
  const shown = shownInBlocks(blocks);
  return cover === null ? shown : [cover, ...shown];
}

/** The public facts of one published story; `items` are the numbers of the public items that it shows, by id. */
export function toPublicStory(row: StoryRow, items: ReadonlyMap<string, number>): Story {
  const { id, kind, slug, title, date, body, publishedAt, isGuarded } = row;
  const cover = items.get(row.cover ?? '') ?? null;
  const blocks = blocksWith(readBody(body), (item) => items.get(item));
  const dated = {
    date: shownDate(date, isGuarded),
    publishedAt: isGuarded ? publicMoment(publishedAt, date) : publishedAt,
  };
  return { id, kind, slug, title, ...dated, cover, blocks };
}
