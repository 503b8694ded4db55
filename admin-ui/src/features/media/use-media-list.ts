import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublishState } from '@veldlicht/contract/publishing';
import { useEffect, useMemo, useRef } from 'react';
import { adminMediaQuery, publishStateQuery } from '#lib/queries.ts';

function withoutFilms({ films: _films, ...state }: PublishState) {
  return state;
}

/**
 * All items. While one of them is `working`, news of the publisher refreshes the list: an item
 * that is done makes such news, so that nothing has to be asked by the clock (spec §9).
 */
export function useMediaList() {
  const client = useQueryClient();
  const list = useQuery(adminMediaQuery);
  // How far films are is no news of the list: that shows on their cards.
  const news = useQuery({ ...publishStateQuery, select: withoutFilms }).data;
  const items = list.data;
  const working = useMemo(
    () => items?.some((item) => item.processing === 'working') ?? false,
    [items],
  );
  const seen = useRef(news);

  useEffect(() => {
    if (seen.current === news) return;
    seen.current = news;
    if (working) void client.invalidateQueries(adminMediaQuery);
  }, [client, news, working]);

  return list;
}
