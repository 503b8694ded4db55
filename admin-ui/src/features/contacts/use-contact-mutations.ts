import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ContactStatus,
  type ContactSubmission,
  contactSubmission,
} from '@veldlicht/contract/contact';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { contactsQuery, spamQuery } from '#lib/queries.ts';

const contactPath = (id: string) => `/api/admin/contacts/${encodeURIComponent(id)}`;

/** Both lists: a message may go from one to the other. */
export async function refreshContacts(client: QueryClient): Promise<void> {
  const lists = [contactsQuery.queryKey, spamQuery.queryKey];
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
}

interface StatusChange {
  contact: ContactSubmission;
  status: ContactStatus;
  /** Set by opening the message rather than by a choice: nothing is said when it works. */
  automatic?: boolean;
}

/** Sets a status: shown at once, in the badge too, and taken back when the server refuses. */
export function useSetStatus() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutationKey = ['contact-status'];
  const mark = (id: string, status: ContactStatus) =>
    client.setQueryData(contactsQuery.queryKey, (contacts) =>
      contacts?.map((other) => (other.id === id ? { ...other, status } : other)),
    );
  return useMutation({
    mutationKey,
    // One after the other: what was chosen last must also arrive last.
    scope: { id: 'contact-status' },
    mutationFn: ({ contact, status }: StatusChange) =>
      callApi('PATCH', contactPath(contact.id), { payload: { status }, schema: contactSubmission }),
    onMutate: async ({ contact, status }) => {
      // A list that is on its way does not know of this choice.
      await client.cancelQueries(contactsQuery);
      mark(contact.id, status);
    },
    onSuccess: (_answer, { automatic }) => {
      if (!automatic) notify.success(t('statusUpdated'));
    },
    onError: (error, { contact }) => {
      mark(contact.id, contact.status);
      notify.error(t('error'), failureText('failedToUpdateStatus', error));
    },
    // The list is asked for once, by the last change in the queue.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1 ? refreshContacts(client) : undefined,
  });
}

export function useDeleteContact() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (contact: ContactSubmission) => callApi('DELETE', contactPath(contact.id)),
    onSuccess: (_answer, contact) => {
      for (const { queryKey } of [contactsQuery, spamQuery])
        client.setQueryData(queryKey, (contacts) =>
          contacts?.filter((other) => other.id !== contact.id),
        );
      notify.success(t('contactDeleted'));
      return refreshContacts(client);
    },
    onError: (error) => {
      notify.error(t('error'), failureText('failedToDeleteContact', error));
      // Somebody else may have been first.
      return refreshContacts(client);
    },
  });
}

/** Takes a message out of the spam folder; it arrives in the inbox as new. */
export function useNotSpam() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (contact: ContactSubmission) =>
      callApi('POST', `${contactPath(contact.id)}/not-spam`),
    onSuccess: (_answer, contact) => {
      client.setQueryData(spamQuery.queryKey, (contacts) =>
        contacts?.filter((other) => other.id !== contact.id),
      );
      notify.success(t('movedToInbox'));
      return refreshContacts(client);
    },
    onError: (error) => {
      notify.error(t('error'), failureText('failedToMoveContact', error));
      return refreshContacts(client);
    },
  });
}
