import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { isOwnAccount, mayEnter } from '#lib/permissions.ts';
import { sessionQuery, usersQuery } from '#lib/queries.ts';
import { useDeleteUser } from './user-queries.ts';
import { UsersTable, UsersTableSkeleton } from './users-table.tsx';

const UserDialog = lazy(async () => ({ default: (await import('./user-dialog.tsx')).UserDialog }));

/** What the dialog works on: a new user, or one that exists. */
type Editing = { user: AdminUser | null } | null;

/** Admin user management (spec §2); the list is only asked for by admins (spec §6). */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useQuery(sessionQuery).data?.user;
  const list = useQuery({ ...usersQuery, enabled: me !== undefined && mayEnter(me, 'users') });
  const remove = useDeleteUser();
  const [editing, setEditing] = useState<Editing>(null);
  const [deleting, setDeleting] = useState<AdminUser | null>(null);
  if (!me) return null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('usersText')}</p>
        <Button onClick={() => setEditing({ user: null })} className="max-sm:w-full">
          <UserPlus className="size-4" />
          {t('addUser')}
        </Button>
      </div>
      {list.isPending && <UsersTableSkeleton />}
      {list.isError && <QueryError title={t('failedToLoadUsers')} query={list} />}
      {list.data && list.data.length > 0 && (
        <UsersTable
          users={list.data}
          me={me}
          onEdit={(user) => setEditing({ user })}
          onDelete={setDeleting}
        />
      )}
      {list.data?.length === 0 && <EmptyState title={t('noUsersFound')} text={t('noUsersHint')} />}
      <DeleteDialog
        item={deleting}
        words={({ username, email }) => ({
          title: t('deleteUserQuestion'),
          text: t('deleteUserText', { name: username, email }),
          confirm: t('deleteUserConfirm'),
        })}
        remove={remove}
        onClose={() => setDeleting(null)}
      />
      {editing && (
        <Suspense>
          <UserDialog
            user={editing.user}
            isOwn={editing.user !== null && isOwnAccount(editing.user, me)}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
