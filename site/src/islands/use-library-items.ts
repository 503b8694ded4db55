import { useCallback, useRef, useState } from 'react';
import { type GridItem, mergeItems } from '#lib/grid-item.ts';
import { loadIndexChunk } from '#lib/load-index.ts';

interface LibraryItems {
  /** Everything known so far, newest first. */
  items: GridItem[];
  /** Is anything left to load? */
  complete: boolean;
  /** Did the last load fail? `loadMore` tries again. */
  failed: boolean;
  /** Loads the next file of the index; does nothing while one is loading. */
  loadMore: () => void;
}

/** The items in the HTML, and those of the index files as they are asked for. */
export function useLibraryItems(first: GridItem[], chunkUrls: string[]): LibraryItems {
  const [rows, setRows] = useState<GridItem[][]>([]);
  const [failed, setFailed] = useState(false);
  const loading = useRef(false);
  const loaded = rows.length;
  const nextUrl = chunkUrls[loaded];

  const loadMore = useCallback(() => {
    if (loading.current || nextUrl === undefined) return;
    loading.current = true;
    loadIndexChunk(nextUrl)
      .then(
        (chunk) => {
          setRows((before) => [...before, chunk]);
          setFailed(false);
        },
        () => setFailed(true),
      )
      .finally(() => {
        loading.current = false;
      });
  }, [nextUrl]);

  return {
    items: loaded === 0 ? first : mergeItems(first, rows.flat()),
    complete: nextUrl === undefined,
    failed,
    loadMore,
  };
}
