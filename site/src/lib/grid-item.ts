import type { LibraryIndexChunk } from '@veldlicht/contract/library-index';
import type { Card } from '@veldlicht/contract/snapshot';

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
  /** Folder of the renditions under /media/. */
  hash: string;
}

/** The grid's part of a card. */
export function gridItemOfCard(card: Card): GridItem {
  const { path, type, title, alt, place, category, width, height, duration, color, placeholder } =
    card;
  const hash = card.sources[0]?.url.split('/')[2] ?? '';
  return {
    ...{ path, type, title, alt, place, category, width, height, duration, color, placeholder },
    hash,
  };
}

/** All rows of an index chunk, in their order. Rows carry no ThumbHash. */
export function gridItemsOfChunk(chunk: LibraryIndexChunk): GridItem[] {
  return chunk.slug.map((slug, row) => {
    const video = chunk.video[row] === 1;
    const title = chunk.title[row] ?? '';
    return {
      path: `/${video ? 'video' : 'foto'}/${slug}`,
      type: video ? 'video' : 'photo',
      title,
      alt: chunk.alt[row] || title,
      place: chunk.place[row] || null,
      category: chunk.categories[chunk.category[row] ?? -1] ?? '',
      width: chunk.width[row] ?? 1,
      height: chunk.height[row] ?? 1,
      duration: video ? (chunk.duration[row] ?? 0) : null,
      color: `#${chunk.color[row]}`,
      placeholder: null,
      hash: chunk.hash[row] ?? '',
    };
  });
}

/** The items in the HTML first, then those of the index that are not among them. */
export function mergeItems(first: GridItem[], rows: GridItem[]): GridItem[] {
  const known = new Set(first.map((item) => item.path));
  return [...first, ...rows.filter((item) => !known.has(item.path))];
}
