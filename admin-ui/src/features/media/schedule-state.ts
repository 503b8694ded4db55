import type { MediaItem } from '@veldlicht/contract/media';

type Scheduled = Pick<MediaItem, 'status' | 'publishFrom' | 'publishUntil'>;

/** What the dates of an item come to at a moment; null for one that they do not keep away. */
export function scheduleState(item: Scheduled, now: number): 'scheduled' | 'ended' | null {
  if (item.status !== 'published') return null;
  if (item.publishUntil && Date.parse(item.publishUntil) <= now) return 'ended';
  if (item.publishFrom && Date.parse(item.publishFrom) > now) return 'scheduled';
  return null;
}

/** The next moment at which that changes, or null. */
export function nextChange(item: Scheduled, now: number): number | null {
  const moments = [item.publishFrom, item.publishUntil]
    .flatMap((iso) => (iso ? [Date.parse(iso)] : []))
    .filter((at) => at > now);
  return moments.length > 0 ? Math.min(...moments) : null;
}
