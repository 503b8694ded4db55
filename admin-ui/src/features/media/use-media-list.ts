import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { adminMediaQuery, publishStateQuery } from '#lib/queries.ts';

/**
 * All items. While one of them is `working`, news of the publisher refreshes the list: an item
 * that is done makes such news, so that nothing has to be asked by the clock (spec §9).
 */
export function useMediaList() {
  const client = useQueryClient();
  const list = useQuery(adminMediaQuery);
  const news = useQuery(publishStateQuery).dataUpdatedAt;
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
