/** Which items a story shows or links, as the guard and the projection count them. */
import { readBody, shownInBlocks } from '@veldlicht/contract/story-body';

interface StoredStory {
  body: string;
  cover: string | null;
}

/** Ids of the items that a story shows, its cover too. */
export function itemsShownIn({ body, cover }: StoredStory): string[] {
  const shown = shownInBlocks(readBody(body));
  return [...new Set(cover === null ? shown : [cover, ...shown])];
}

/** Ids of the items that it shows, and the last parts of the addresses of those that it links. */
export const itemsNamedIn = (story: StoredStory): string[] => [
  ...itemsShownIn(story),
  ...slugsLinkedIn(story.body),
];

const ITEM_ADDRESS = /\/(?:foto|video)\/([\w-]+)/g;

/** The last parts of the addresses of items in its words, also of whole addresses of this site. */
export function slugsLinkedIn(body: string): string[] {
  return [...new Set([...body.matchAll(ITEM_ADDRESS)].map(([, slug = '']) => slug))];
}
