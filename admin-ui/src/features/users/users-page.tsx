import { useQuery } from '@tanstack/react-query';
import { type InvitationAnswer, invitationAnswer } from '@veldlicht/contract/access-link';
import { type AdminUser, isPlaceholderEmail } from '@veldlicht/contract/user';
import { MailPlus, Pencil, ShieldCheck, Trash2, UserPlus } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { CopyButton, SecretText } from '#components/secret-text.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { type Column, DataTable } from '#components/ui/table.tsx';
import { callApi } from '#lib/api.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { notify } from '#lib/notify.ts';
import { isOwnAccount, mayEnter, useUser } from '#lib/permissions.ts';
import { usersQuery } from '#lib/queries.ts';
import { longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { UserDialog, userPath } from './user-dialog.tsx';

/** The link of an invitation, for the only time that it is known; where mail is set up it was mailed. */
function InvitationLink({
  answer,
  onClose,
}: {
  answer: InvitationAnswer & { link: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { user, link } = answer;
  const name = user.username;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitationMade')}
      description={t('invitationLinkText', { name })}
    >
      <DialogBody>
        <SecretText label={t('invitationLink', { name })} value={link} />
      </DialogBody>
      <DialogFooter>
        <CopyButton text={link} label={t('copyLink')} />
        <Button size="sm" onClick={onClose}>
          {t('linkCopied')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function TwoFactorMark() {
  const { t } = useTranslation();
  return (
    <Badge look="outline">
      <ShieldCheck className="size-3.5 text-moss" />
      <span aria-hidden="true">{t('twoFactorMark')}</span>
      <span className="sr-only">{t('twoFactorMarkOn')}</span>
    </Badge>
  );
}

/** Somebody who was sent a link and has set no password yet. */
function InvitedMark({ until }: { until: string }) {
  const { t } = useTranslation();
  const isOver = Date.parse(until) <= Date.now();
  return (
    <Badge look="outline">
      <span title={isOver ? undefined : t('invitedUntil', { when: longMomentText(until) })}>
        {t(isOver ? 'invitationEnded' : 'invited')}
      </span>
    </Badge>
  );
}

interface DeleteButtonProps {
  user: AdminUser;
  isOwn: boolean;
  onDelete: (user: AdminUser) => void;
}

/** The cross of the own row rests and says why, when it is reached and when it is pressed. */
function DeleteButton({ user, isOwn, onDelete }: DeleteButtonProps) {
  const { t } = useTranslation();
  const noteId = useId();
  const isInvited = user.invitedUntil !== null;
  const label = t(isInvited ? 'withdrawNamed' : 'deleteNamed', { name: user.username });
  if (!isOwn)
    return (
      <IconButton
        icon={Trash2}
        label={label}
        onClick={() => onDelete(user)}
        className="hover:text-danger"
      />
    );
  const why = t('own_account_deleted');
  return (
    <>
      <IconButton
        icon={Trash2}
        label={label}
        title={why}
        aria-disabled="true"
        aria-describedby={noteId}
        onClick={() => notify.error(t('error'), why)}
        className="cursor-not-allowed opacity-50 hover:bg-transparent hover:text-muted"
      />
      <span id={noteId} className="sr-only">
        {why}
      </span>
    </>
  );
}

interface UsersTableProps {
  /** Undefined while they load. */
  users: readonly AdminUser[] | undefined;
  me: AdminUser;
  onEdit: (user: AdminUser) => void;
  onInvite: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
}

/** On a card: name and buttons, address, badges. */
function UsersTable({ users, me, onEdit, onInvite, onDelete }: UsersTableProps) {
  const { t } = useTranslation();
  const badge = 'max-lg:row-start-3 max-lg:pt-2';
  const columns: Column<AdminUser>[] = [
    {
      head: t('username'),
      className: 'font-medium wrap-anywhere max-lg:col-span-2 max-lg:row-start-1 max-lg:min-w-0',
      skeleton: 'h-4 w-24',
      cell: (user) => (
        <>
          <bdi>{user.username}</bdi>
          {isOwnAccount(user, me) && (
            <span className="ml-2 font-normal text-muted">({t('you')})</span>
          )}
        </>
      ),
    },
    {
      head: t('emailAddress'),
      className:
        'wrap-anywhere text-muted max-lg:col-span-2 max-lg:row-start-2 max-lg:min-w-0 lg:min-w-48',
      skeleton: 'h-4 w-44 max-lg:mt-2',
      cell: ({ email }) => (isPlaceholderEmail(email) ? t('emailMissing') : email),
    },
    {
      head: t('role'),
      className: badge,
      skeleton: 'h-6 w-16',
      cell: (user) => (
        <Badge look={user.role === 'admin' ? 'default' : 'secondary'}>
          {t(roleWords[user.role])}
        </Badge>
      ),
    },
    {
      head: t('status'),
      // Below the buttons too: three of them leave it too little room on a phone.
      className: `${badge} max-lg:col-span-2`,
      skeleton: 'h-6 w-16',
      cell: (user) => (
        <span className="flex flex-wrap gap-1.5">
          {user.invitedUntil !== null && user.status === 'active' ? (
            <InvitedMark until={user.invitedUntil} />
          ) : (
            <Badge look={user.status === 'active' ? 'default' : 'outline'}>
              {t(statusWords[user.status])}
            </Badge>
          )}
          {user.twoFactorEnabled && <TwoFactorMark />}
        </span>
      ),
    },
    {
      head: t('actions'),
      headClass: 'text-right',
      className:
        'max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-lg:-mt-1.5 max-lg:-mr-2',
      skeleton: 'ml-auto h-6 w-16',
      cell: (user) => (
        <div className="flex justify-end">
          {user.invitedUntil !== null && (
            <IconButton
              icon={MailPlus}
              label={t('inviteAgainNamed', { name: user.username })}
              onClick={() => onInvite(user)}
            />
          )}
          <IconButton
            icon={Pencil}
            label={t('editNamed', { name: user.username })}
            onClick={() => onEdit(user)}
          />
          <DeleteButton user={user} isOwn={isOwnAccount(user, me)} onDelete={onDelete} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      label={t('users')}
      columns={columns}
      rows={users}
      cardClass="max-lg:grid-cols-[auto_1fr_auto] max-lg:gap-x-1.5"
      className="lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3"
    />
  );
}

/** What the dialog works on: a new user, or one that exists. */
type Editing = { user: AdminUser | null } | null;

/** Admin user management (spec §2); the list is only asked for by admins (spec §6). */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useUser();
  const list = useQuery({ ...usersQuery, enabled: me !== undefined && mayEnter(me, 'users') });
  const remove = useChange({
    call: (user: AdminUser) => callApi('DELETE', userPath(user.id), { ifMatch: user.etag }),
    done: 'userDeleted',
    failed: 'failedToDeleteUser',
    isReasonEnough: true,
    refresh: (client) => client.invalidateQueries(usersQuery),
    onDone: (_answer, { id }, client) =>
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter((one) => one.id !== id)),
  });
  const [link, setLink] = useState<ComponentProps<typeof InvitationLink>['answer'] | null>(null);
  const inviteAgain = useChange({
    call: ({ id }: AdminUser) =>
      callApi('POST', `${userPath(id)}/invitation`, { schema: invitationAnswer }),
    failed: 'failedToInvite',
    isReasonEnough: true,
    isSecret: true,
    refresh: (client) => client.invalidateQueries(usersQuery),
    onDone: (answer) => {
      if (answer.link === null) notify.success(t('invitationSent'));
      else setLink({ ...answer, link: answer.link });
    },
  });
  const [chosen, setEditing] = useState<Editing>(null);
  const [params, setParams] = useSearchParams();
  // Links elsewhere open the own account: `?edit=own`.
  const own =
    me && params.get('edit') === 'own' && list.data?.find((user) => isOwnAccount(user, me));
  const editing = chosen ?? (own ? { user: own } : null);
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
      {list.isPending && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner className="size-4" />
          {t('loadingUsers')}
        </p>
      )}
      {list.isError && <QueryError title={t('failedToLoadUsers')} query={list} />}
      {!list.isError && list.data?.length !== 0 && (
        <UsersTable
          users={list.data}
          me={me}
          onEdit={(user) => setEditing({ user })}
          onInvite={inviteAgain.mutate}
          onDelete={setDeleting}
        />
      )}
      {list.data?.length === 0 && <EmptyState title={t('noUsersFound')} text={t('noUsersHint')} />}
      <DeleteDialog
        item={deleting}
        words={({ username: name, email, invitedUntil }) =>
          invitedUntil === null
            ? {
                title: t('deleteUserQuestion'),
                text: t('deleteUserText', { name, email }),
                confirm: t('deleteUserConfirm'),
              }
            : {
                title: t('withdrawQuestion'),
                text: t('withdrawText', { name, email }),
                confirm: t('withdrawConfirm'),
              }
        }
        remove={remove}
        onClose={() => setDeleting(null)}
      />
      {editing && (
        <UserDialog
          user={editing.user}
          isOwn={editing.user !== null && isOwnAccount(editing.user, me)}
          onLink={setLink}
          onClose={() => {
            setEditing(null);
            setParams({}, { replace: true });
          }}
        />
      )}
      {link && <InvitationLink answer={link} onClose={() => setLink(null)} />}
    </div>
  );
}
