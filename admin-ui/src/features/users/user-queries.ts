import type { QueryClient } from '@tanstack/react-query';
import { type AdminUser, adminUser, type NewUser, type UserPatch } from '@veldlicht/contract/user';
import { callApi } from '#lib/api.ts';
import { refetchUser, sessionQuery, usersQuery } from '#lib/queries.ts';
import { saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';

const userPath = (id: string) => `/api/admin/users/${encodeURIComponent(id)}`;

const refresh = (client: QueryClient) => client.invalidateQueries(usersQuery);

export function useCreateUser() {
  return useChange({
    call: (payload: NewUser) => callApi('POST', '/api/admin/users', { payload, schema: adminUser }),
    isSecret: true,
    done: 'userCreated',
    failed: 'failedToCreateUser',
    isReasonEnough: true,
    refresh,
  });
}

export function useUpdateUser() {
  return useChange({
    call: ({ user, patch }: { user: AdminUser; patch: UserPatch }) =>
      saveMerged({
        base: user,
        mine: patch,
        read: () => callApi('GET', userPath(user.id), { schema: adminUser }),
        send: (payload, { etag }) =>
          callApi('PATCH', userPath(user.id), { payload, ifMatch: etag, schema: adminUser }),
      }),
    done: 'userUpdated',
    failed: 'failedToUpdateUser',
    isReasonEnough: true,
    refresh,
    // The header shows the own name. Were the refetch to fail, the next load sets it right.
    onDone: (user, _input, client) =>
      user.id === client.getQueryData(sessionQuery.queryKey)?.user.id &&
      refetchUser(client).catch(() => undefined),
  });
}

export function useDeleteUser() {
  return useChange({
    call: (user: AdminUser) => callApi('DELETE', userPath(user.id), { ifMatch: user.etag }),
    done: 'userDeleted',
    failed: 'failedToDeleteUser',
    isReasonEnough: true,
    refresh,
    onDone: (_answer, { id }, client) =>
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter((one) => one.id !== id)),
  });
}
