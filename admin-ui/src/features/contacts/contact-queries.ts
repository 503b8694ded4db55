import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ContactFolder,
  type ContactStatus,
  type ContactSubmission,
  contactSubmission,
} from '@veldlicht/contract/contact';
import { replySetUp } from '@veldlicht/contract/reply';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { focusPage } from '#lib/page-content.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { contactsQuery, mailQuery, refreshAll, spamQuery } from '#lib/queries.ts';
import { resource } from '#lib/resource.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { countContacts } from './contact-facts.ts';

export const contactPath = (id: string) => `/api/admin/contacts/${encodeURIComponent(id)}`;

export const folderQueries = {
  inbox: contactsQuery,
  spam: spamQuery,
} as const satisfies Record<ContactFolder, unknown>;
/** What replying needs: whether the site sends mail, and its title. */
export const replySetUpQuery = apiQuery(replySetUp, '/api/admin/reply-set-up');

const lists = Object.values(folderQueries).map(({ queryKey }) => queryKey);

/** Both lists: a message may move between them. */
export const refreshContacts = (client: QueryClient): Promise<void> => refreshAll(client, ...lists);

interface StatusChange {
  contact: ContactSubmission;
  status: ContactStatus;
  /** Set by opening the message: without a success notice. */
  automatic?: boolean;
}

/** Sets a status, optimistically; the sidebar badge follows. */
export function useSetStatus() {
  const { t } = useTranslation();
  return useChange({
    call: ({ contact, status }: StatusChange) =>
      callApi('PATCH', contactPath(contact.id), { payload: { status }, schema: contactSubmission }),
    show: {
      queue: 'contact-status',
      now: async ({ contact, status }, client) => {
        const mark = (shown: ContactStatus) =>
          client.setQueryData(contactsQuery.queryKey, (contacts) =>
            contacts?.map((one) => (one.id === contact.id ? { ...one, status: shown } : one)),
          );
        // A response in flight lacks this status.
        await client.cancelQueries(contactsQuery);
        mark(status);
        return () => mark(contact.status);
      },
    },
    failed: 'failedToUpdateStatus',
    onDone: (_answer, { automatic }) => automatic || notify.success(t('statusUpdated')),
    refresh: refreshContacts,
  });
}

const folder = (list: typeof contactsQuery) =>
  resource({
    path: '/api/admin/contacts',
    schema: contactSubmission,
    list,
    idOf: ({ id }) => id,
    words: {
      deleted: 'contactDeleted',
      failedToDelete: 'failedToDeleteContact',
    },
    refresh: refreshContacts,
  });

export const folders = {
  inbox: folder(contactsQuery),
  spam: folder(spamQuery),
} as const satisfies Record<ContactFolder, unknown>;

/** Moves a message from spam to the inbox, as new. */
export function useNotSpam() {
  return useChange({
    call: ({ id }: ContactSubmission) => callApi('POST', `${contactPath(id)}/not-spam`),
    done: 'movedToInbox',
    failed: 'failedToMoveContact',
    refresh: refreshContacts,
    onDone: (_answer, { id }, client) => {
      client.setQueryData(spamQuery.queryKey, (contacts) =>
        contacts?.filter((one) => one.id !== id),
      );
      focusPage();
    },
  });
}

/** Number of new messages, from the list that the page shows, so that both agree. */
export function useNewContacts(): number {
  const enabled = useMayEnter('contacts');
  const { data } = useQuery({ ...contactsQuery, enabled });
  return enabled && data ? countContacts(data).new : 0;
}

/** Refetches messages whenever another page or folder opens; the panel never polls (spec §9). */
export function useFreshContacts(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    for (const queryKey of [...lists, mailQuery.queryKey, replySetUpQuery.queryKey])
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }, [client, place]);
}
