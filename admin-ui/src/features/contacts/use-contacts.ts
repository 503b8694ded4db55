import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { contactsQuery, mailQuery, spamQuery } from '#lib/queries.ts';
import { useMayEnter } from '#lib/use-may-enter.ts';
import { countContacts } from './contact-facts.ts';

/** How many messages are new: of the same list as the page shows, so that both always agree. */
export function useNewContacts(): number {
  const enabled = useMayEnter('contacts');
  const { data } = useQuery({ ...contactsQuery, enabled });
  return enabled && data ? countContacts(data).new : 0;
}

/**
 * Asks for the messages again whenever another page, or the spam folder, is opened: a visitor's
 * message shows there at the latest. By itself the panel never asks (spec §9).
 */
export function useFreshContacts(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    for (const { queryKey } of [contactsQuery, spamQuery, mailQuery])
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }, [client, place]);
}
