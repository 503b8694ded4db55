import type { MediaItem } from '@veldlicht/contract/media';

/** Figures of the dashboard. */
export interface MediaCounts {
  items: number;
  drafts: number;
  working: number;
  failed: number;
}

type Counted = Pick<MediaItem, 'status' | 'processing'>;

export function countMedia(items: readonly Counted[]): MediaCounts {
  const count = (test: (item: Counted) => boolean) => items.filter(test).length;
  return {
    items: items.length,
    drafts: count((item) => item.status === 'draft'),
    working: count((item) => item.processing === 'working'),
    failed: count((item) => item.processing === 'failed'),
  };
}
