import { ladderKey } from '@veldlicht/contract/ladder';
import type { LibraryViewChunk } from '@veldlicht/contract/library-index';
import type { Card } from '@veldlicht/contract/snapshot';
import type { SearchIndex } from './search-index.ts';
import { siteBase } from './site-base.ts';

/** What the grid shows of an item; made from a page's card or from a row of the library index. */
export interface GridItem {
  path: string;
  type: 'photo' | 'video';
  title: string;
  alt: string;
  place: string | null;
  category: string;
  width: number;
  height: number;
  /** Seconds; null for a photo. */
  duration: number | null;
  color: string;
  placeholder: string | null;
  /** What the addresses of its renditions follow from (contract, `ladderKey`). */
  hash: string;
}

/** The grid's part of a card. */
export function gridItemOfCard(card: Card): GridItem {
  const { path, type, title, alt, place, category, width, height, duration, color, placeholder } =
    card;
  const hash = ladderKey(card.sources[0]?.url ?? '');
  return {
    ...{ path, type, title, alt, place, category, width, height, duration, color, placeholder },
    hash,
  };
}

/** The card of row `row` of the library; `view` is the view file of its chunk, `at` its row there. */
export function gridItemOfRow(
  index: SearchIndex,
  row: number,
  view: LibraryViewChunk,
  at: number,
): GridItem {
  const duration = index.duration[row] ?? 0;
  const isFilm = duration > 0;
  const title = index.title[row] ?? '';
  return {
    path: `${siteBase}/${isFilm ? 'video' : 'foto'}/${view.slug[at]}`,
    type: isFilm ? 'video' : 'photo',
    title,
    alt: view.alt[at] || title,
    place: index.place[row] || null,
    category: index.categoryNames[index.category[row] ?? -1] ?? '',
    width: view.width[at] ?? 1,
    height: view.height[at] ?? 1,
    duration: isFilm ? duration : null,
    color: `#${view.color[at]}`,
    placeholder: view.placeholder[at] || null,
    hash: view.hash[at] ?? '',
  };
}
