import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { isOwnAccount, mayEnter } from '#lib/permissions.ts';
import { sessionQuery, usersQuery } from '#lib/queries.ts';
import { useOnce } from '#lib/use-once.ts';
import { useDeleteUser } from './user-queries.ts';
import { UsersTable, UsersTableSkeleton } from './users-table.tsx';

interface DeleteUserDialogProps {
  /** The user to ask about; null keeps the dialog closed. */
  user: AdminUser | null;
  onClose: () => void;
}

/** Asks before an account goes, and says what ends with it (spec §5). */
function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteUser();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(user);
  if (user && user !== asked) setAsked(user);
  return (
    <ConfirmDialog
      open={user !== null}
      danger
      title={t('deleteUserQuestion')}
      text={t('deleteUserText', { name: asked?.username ?? '', email: asked?.email ?? '' })}
      confirm={t('deleteUserConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with its row.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={onClose}
      onConfirm={() => user && once.run(() => remove.mutate(user, { onSettled }))}
    />
  );
}

const UserDialog = lazy(async () => ({ default: (await import('./user-dialog.tsx')).UserDialog }));

/** What the dialog works on: a new user, or one that exists. */
type Editing = { user: AdminUser | null } | null;

/** Admin user management (spec §2); the list is only asked for by admins (spec §6). */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useQuery(sessionQuery).data?.user;
  const list = useQuery({ ...usersQuery, enabled: me !== undefined && mayEnter(me, 'users') });
  const [editing, setEditing] = useState<Editing>(null);
  const [deleting, setDeleting] = useState<AdminUser | null>(null);
  if (!me) return null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('usersText')}</p>
        <Button onClick={() => setEditing({ user: null })} className="max-sm:w-full">
          <UserPlus aria-hidden="true" className="size-4" />
          {t('addUser')}
        </Button>
      </div>
      {list.isPending && <UsersTableSkeleton />}
      {list.isError && (
        <ErrorState
          title={t('failedToLoadUsers')}
          text={reasonText(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data && list.data.length > 0 && (
        <UsersTable
          users={list.data}
          me={me}
          onEdit={(user) => setEditing({ user })}
          onDelete={setDeleting}
        />
      )}
      {list.data?.length === 0 && <EmptyState title={t('noUsersFound')} text={t('noUsersHint')} />}
      <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />
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
