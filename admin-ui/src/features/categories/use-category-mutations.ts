import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AdminCategory,
  adminCategory,
  type CategoryImport,
  type CategoryInput,
  category,
  categoryBulkDeleted,
} from '@veldlicht/contract/category';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { adminCategoriesQuery, refreshCategories } from './categories-query.ts';

const BASE = '/api/admin/categories';
const entryPath = (id: string) => `${BASE}/${encodeURIComponent(id)}`;

/** Items print the names of their category and tags, so that their lists are asked for too. */
async function refreshWithMedia(client: QueryClient): Promise<void> {
  await Promise.all([refreshCategories(client), refreshMediaLists(client)]);
}

export function useCreateCategory() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: CategoryInput) => callApi('POST', BASE, { payload, schema: category }),
    onSuccess: () => {
      notify.success(t('categoryCreated'));
      return refreshCategories(client);
    },
    onError: (error) => notify.error(t('error'), refusalText('failedToCreateCategory', error)),
  });
}

export function useUpdateCategory() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ entry, payload }: { entry: AdminCategory; payload: CategoryInput }) =>
      saveMerged({
        base: entry,
        mine: changedOf(entry, payload),
        read: () => callApi('GET', entryPath(entry.id), { schema: adminCategory }),
        send: (fields, { etag }) =>
          callApi('PATCH', entryPath(entry.id), {
            payload: fields,
            ifMatch: etag,
            schema: category,
          }),
      }),
    onSuccess: () => {
      notify.success(t('categoryUpdated'));
      return refreshWithMedia(client);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToUpdateCategory', error));
      // Somebody else may have been first.
      return refreshCategories(client);
    },
  });
}

export function useDeleteCategory() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entry: AdminCategory) =>
      callApi('DELETE', entryPath(entry.id), { ifMatch: entry.etag }),
    onSuccess: (_answer, entry) => {
      client.setQueryData(adminCategoriesQuery.queryKey, (all) =>
        all?.filter(({ id }) => id !== entry.id),
      );
      notify.success(t('categoryDeleted'));
      return refreshWithMedia(client);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToDeleteCategory', error));
      return refreshCategories(client);
    },
  });
}

export function useDeleteCategories() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      callApi('POST', `${BASE}/bulk-delete`, { payload: { ids }, schema: categoryBulkDeleted }),
    onSuccess: ({ deleted }) => {
      notify.success(t('entriesDeleted', { count: deleted }));
      return refreshWithMedia(client);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToDeleteCategory', error));
      return refreshCategories(client);
    },
  });
}

/** Sends an import; the words of its success are those of the dialog, which knows what was typed. */
export function useImportCategories() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: CategoryImport) =>
      callApi('POST', `${BASE}/bulk`, { payload, schema: z.array(category) }),
    onSuccess: () => refreshCategories(client),
    onError: (error) => notify.error(t('error'), refusalText('failedToImportCategories', error)),
  });
}
