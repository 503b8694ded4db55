import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminUser, adminUser, type NewUser, type UserPatch } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, sessionQuery, usersQuery } from '#lib/queries.ts';
import { saveMerged } from '#lib/save-merged.ts';

const userPath = (id: string) => `/api/admin/users/${encodeURIComponent(id)}`;

const refreshUsers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: usersQuery.queryKey });

export function useCreateUser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: NewUser) =>
      callApi('POST', '/api/admin/users', { payload, schema: adminUser }),
    // The password leaves the memory with the dialog.
    gcTime: 0,
    onSuccess: () => {
      notify.success(t('userCreated'));
      return refreshUsers(client);
    },
    onError: (error) => notify.error(t('error'), refusalText('failedToCreateUser', error)),
  });
}

export function useUpdateUser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, patch }: { user: AdminUser; patch: UserPatch }) =>
      saveMerged({
        base: user,
        mine: patch,
        read: () => callApi('GET', userPath(user.id), { schema: adminUser }),
        send: (payload, { etag }) =>
          callApi('PATCH', userPath(user.id), { payload, ifMatch: etag, schema: adminUser }),
      }),
    onSuccess: async (user) => {
      notify.success(t('userUpdated'));
      // The header shows the own name. Were the refetch to fail, the next load sets it right.
      if (user.id === client.getQueryData(sessionQuery.queryKey)?.user.id)
        await refetchUser(client).catch(() => undefined);
      return refreshUsers(client);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToUpdateUser', error));
      // Another admin may have deleted or renamed somebody.
      return refreshUsers(client);
    },
  });
}

export function useDeleteUser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (user: AdminUser) => callApi('DELETE', userPath(user.id), { ifMatch: user.etag }),
    onSuccess: (_answer, user) => {
      client.setQueryData(usersQuery.queryKey, (users) =>
        users?.filter((other) => other.id !== user.id),
      );
      notify.success(t('userDeleted'));
      return refreshUsers(client);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToDeleteUser', error));
      // Another admin may have been first.
      return refreshUsers(client);
    },
  });
}
