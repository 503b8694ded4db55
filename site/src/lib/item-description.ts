import type { PublicItem, SiteFacts } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';
import { dutchDate } from './dutch-date.ts';
import { summary } from './paragraphs.ts';

/**
 * One line about an item, for search engines and link previews. Without words of the owner it says
 * what is known, so that two items with one title still differ.
 */
export function itemDescription(item: PublicItem, { profile }: SiteFacts): string {
  if (item.description?.trim()) return summary(item.description);
  const known = [item.categoryLabel, item.place, item.date && dutchDate(item.date)].filter(Boolean);
  const made = item.type === 'video' ? nl.item.videoDescription : nl.item.description;
  return summary(`${made(item.title, profile.photographer)} ${known.join(' · ')}`);
}
