/** Items that a story shows or links to. */
import { readBody, shownInBlocks } from '@veldlicht/contract/story-body';

interface StoredStory {
  body: string;
  cover: string | null;
}

/** Ids of the items that a story shows, cover included. */
export function itemsShownIn({ body, cover }: StoredStory): string[] {
  const shown = shownInBlocks(readBody(body));
  return [...new Set(cover === null ? shown : [cover, ...shown])];
}

/** Ids of the items it shows, and slugs of those it links to. */
export const itemsNamedIn = (story: StoredStory): string[] => [
  ...itemsShownIn(story),
  ...slugsLinkedIn(story.body),
];

const ITEM_ADDRESS = /\/(?:foto|video)\/([\w-]+)/g;

/** Slugs of items linked in a body, by path or by full address. */
export function slugsLinkedIn(body: string): string[] {
  return [...new Set([...body.matchAll(ITEM_ADDRESS)].map(([, slug = '']) => slug))];
}
