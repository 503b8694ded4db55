import type { PublicItem, SiteFacts } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';
import { dutchDate } from './dutch-date.ts';
import { summary } from './paragraphs.ts';

/** Shorter words of the owner, in characters, say too little without the title. */
const SHORT = 50;

/**
 * One line about an item, for search engines and link previews. Without words of the owner it says
 * what is known, so that two items with one title still differ.
 */
export function itemDescription(item: PublicItem, { profile }: SiteFacts): string {
  const own = summary(item.description ?? '');
  if (own.length >= SHORT) return own;
  const describe = item.type === 'video' ? nl.item.videoDescription : nl.item.description;
  const made = describe(item.title, profile.photographer);
  if (own) return summary(`${own} ${made}`);
  const known = [item.categoryLabel, item.place, item.date && dutchDate(item.date)].filter(Boolean);
  return summary(`${made} ${known.join(' · ')}`);
}
