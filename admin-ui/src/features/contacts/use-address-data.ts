import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eraseAnswer, exportAnswer } from '@veldlicht/contract/contact';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { contactsQuery, spamQuery } from '#lib/queries.ts';
import { saveTextFile } from '#lib/save-text-file.ts';
import { countOfAddress, exportFileName } from './contact-facts.ts';
import { refreshContacts } from './use-contact-mutations.ts';

/**
 * Everything of one address (GDPR art. 15 and 17): a copy as a file, how much there is, and its end.
 * `onNothing` hears of an address that nothing is kept of.
 */
export function useAddressData(onNothing: (email: string) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();

  const exportAll = useMutation({
    mutationFn: (email: string) =>
      callApi('POST', '/api/admin/contacts/export', { payload: { email }, schema: exportAnswer }),
    // Personal data leaves the memory with the dialog.
    gcTime: 0,
    onSuccess: (answer, email) => {
      const { length } = answer.messages;
      if (length === 0) return onNothing(email);
      const text = `${JSON.stringify(answer, null, 2)}\n`;
      saveTextFile(exportFileName(email), text, 'application/json');
      notify.success(t('exported', { count: length }));
    },
    onError: (error) => notify.error(t('error'), failureText('failedToExport', error)),
  });

  /** Counts in lists that are fresh, so that the question asked says the truth. */
  const count = useMutation({
    mutationFn: async (email: string) => {
      const lists = await Promise.all([
        client.fetchQuery({ ...contactsQuery, staleTime: 0 }),
        client.fetchQuery({ ...spamQuery, staleTime: 0 }),
      ]);
      return countOfAddress(lists.flat(), email);
    },
    onSuccess: (found, email) => {
      if (found === 0) onNothing(email);
    },
    onError: (error) => notify.error(t('error'), failureText('failedToLoadContacts', error)),
  });

  const erase = useMutation({
    mutationFn: (email: string) =>
      callApi('POST', '/api/admin/contacts/erase', { payload: { email }, schema: eraseAnswer }),
    onSuccess: ({ deleted }) => {
      notify.success(t('erased', { count: deleted }));
      return refreshContacts(client);
    },
    onError: (error) => {
      notify.error(t('error'), failureText('failedToErase', error));
      return refreshContacts(client);
    },
  });

  return { exportAll, count, erase };
}
