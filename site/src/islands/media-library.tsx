import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { useEffect, useRef, useState } from 'react';
import { MediaGrid } from '#components/media-grid.tsx';
import { nl } from '#copy/nl.ts';
import { filterMedia } from '#lib/filter-media.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { preparePictures } from '#scripts/pictures.ts';
import { CategoryFilter } from './category-filter.tsx';
import { useLibraryFilter } from './use-library-filter.ts';
import { useLibraryItems } from './use-library-items.ts';

/** Cards added each time the visitor nears the end. */
const STEP = 24;

interface Props {
  first: GridItem[];
  categories: LibraryPage['categories'];
  chunks: LibraryPage['chunks'];
  total: number;
}

/** The library: takes the grid of the HTML over, filters it and lets it grow while scrolling. */
export function MediaLibrary({ first, categories, chunks, total }: Props) {
  const [filter, setFilter] = useLibraryFilter(categories.map((category) => category.name));
  const { items, complete, failed, loadMore } = useLibraryItems(
    first,
    chunks.map((chunk) => chunk.url),
  );
  const [limit, setLimit] = useState(first.length);
  const end = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const found = filterMedia(items, filter);
  const shown = found.slice(0, limit);
  const wantsMore = shown.length < limit && !complete && items.length < total;
  const hasMore = found.length > limit || (!complete && items.length < total);

  useEffect(() => {
    if (wantsMore && !failed) loadMore();
  }, [wantsMore, failed, loadMore]);

  useEffect(() => {
    if (grid.current) preparePictures(grid.current);
  }, [shown.length, filter]);

  useEffect(() => {
    if (!end.current || !hasMore || wantsMore) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setLimit((before) => before + STEP),
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, wantsMore, limit]);

  return (
    <div className="library" ref={grid}>
      <CategoryFilter
        categories={categories}
        total={total}
        chosen={filter.category}
        onChoose={(category) => {
          setLimit(STEP);
          setFilter({ ...filter, category });
        }}
      />
      <MediaGrid items={shown} eager={3} />
      {found.length === 0 && !wantsMore && <p className="empty">{nl.library.empty}</p>}
      <div className="library__end" ref={end} role="status">
        {wantsMore && !failed && nl.library.loading}
        {failed && (
          <>
            {nl.library.failed}{' '}
            <button type="button" className="text-button" onClick={loadMore}>
              {nl.library.retry}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
