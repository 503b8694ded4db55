import { type InvitationAnswer, invitationAnswer } from '@veldlicht/contract/access-link';
import { type AdminUser, isPlaceholderEmail } from '@veldlicht/contract/user';
import { MailPlus, Pencil, ShieldCheck, Trash2, UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '#components/list-screen.tsx';
import { CopyButton, SecretText } from '#components/secret-text.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { type Column, DataTable } from '#components/ui/table.tsx';
import { callApi } from '#lib/api.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { notify } from '#lib/notify.ts';
import { isOwnAccount, useUser } from '#lib/permissions.ts';
import { longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { UserDialog } from './user-dialog.tsx';
import { users } from './users.ts';

interface Invited {
  user: AdminUser;
  link: string;
}

/** Shows an invitation link once; if the site sends mail it was mailed instead. */
function InvitationLink({ user, link, onClose }: Invited & { onClose: () => void }) {
  const { t } = useTranslation();
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

function UserName({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const me = useUser();
  return (
    <>
      <bdi>{user.username}</bdi>
      {me && isOwnAccount(user, me) && (
        <span className="ml-2 font-normal text-muted">({t('you')})</span>
      )}
    </>
  );
}

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
  onDelete: () => void;
}

/** In the own row the button is disabled and says why, on focus and on press. */
function DeleteButton({ user, isOwn, onDelete }: DeleteButtonProps) {
  const { t } = useTranslation();
  const noteId = useId();
  const isInvited = user.invitedUntil !== null;
  const label = t(isInvited ? 'withdrawNamed' : 'deleteNamed', { name: user.username });
  if (!isOwn)
    return (
      <IconButton icon={Trash2} label={label} onClick={onDelete} className="hover:text-danger" />
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

/** On a card: below name and address. */
const badgeClass = 'max-lg:row-start-3 max-lg:pt-2';

/** As cards: name and buttons, address, badges. */
const columns: Column<AdminUser>[] = [
  {
    name: 'username',
    head: 'username',
    className: 'font-medium wrap-anywhere max-lg:col-span-2 max-lg:row-start-1 max-lg:min-w-0',
    cell: (user) => <UserName user={user} />,
  },
  {
    name: 'email',
    head: 'emailAddress',
    className:
      'wrap-anywhere text-muted max-lg:col-span-2 max-lg:row-start-2 max-lg:min-w-0 lg:min-w-48',
    cell: ({ email }, t) => (isPlaceholderEmail(email) ? t('emailMissing') : email),
  },
  {
    name: 'role',
    head: 'role',
    className: badgeClass,
    cell: ({ role }, t) => (
      <Badge look={role === 'admin' ? 'default' : 'secondary'}>{t(roleWords[role])}</Badge>
    ),
  },
  {
    name: 'status',
    head: 'status',
    // Spans the column of the buttons: phones have no room beside three of them.
    className: `${badgeClass} max-lg:col-span-2`,
    cell: ({ status, invitedUntil, twoFactorEnabled }, t) => (
      <span className="flex flex-wrap gap-1.5">
        {invitedUntil !== null && status === 'active' ? (
          <InvitedMark until={invitedUntil} />
        ) : (
          <Badge look={status === 'active' ? 'default' : 'outline'}>{t(statusWords[status])}</Badge>
        )}
        {twoFactorEnabled && (
          <Badge look="outline">
            <ShieldCheck className="size-3.5 text-moss" />
            <span aria-hidden="true">{t('twoFactorMark')}</span>
            <span className="sr-only">{t('twoFactorMarkOn')}</span>
          </Badge>
        )}
      </span>
    ),
  },
];

/** Admin user management (spec §2), for admins (spec §6). */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useUser();
  const [invited, setInvited] = useState<Invited | null>(null);
  /** Without mail the link is shown, once. */
  const onInvited = ({ user, link }: InvitationAnswer) => {
    const { username: name, email } = user;
    if (link === null)
      return notify.success(t('invitationSent'), t('invitationSentTo', { name, email }));
    notify.success(t('invitationMade'));
    setInvited({ user, link });
  };
  const inviteAgain = useChange({
    call: (user: AdminUser) =>
      callApi('POST', `${users.pathOf(user)}/invitation`, { schema: invitationAnswer }),
    failed: 'failedToInvite',
    isReasonEnough: true,
    isSecret: true,
    refresh: users.refresh,
    onDone: onInvited,
  });
  const remove = users.useRemove();
  if (!me) return null;
  return (
    <>
      <ListScreen
        of={users}
        intro="usersText"
        empty={{ title: 'noUsersFound', hint: 'noUsersHint' }}
        add={{ label: 'addUser', icon: UserPlus }}
        rows={(rows, actions) => (
          <DataTable
            label={t('users')}
            columns={columns}
            rows={rows}
            actions={(user) => (
              <>
                {user.invitedUntil !== null && (
                  <IconButton
                    icon={MailPlus}
                    label={t('inviteAgainNamed', { name: user.username })}
                    onClick={() => inviteAgain.mutate(user)}
                  />
                )}
                <IconButton
                  icon={Pencil}
                  label={t('editNamed', { name: user.username })}
                  onClick={() => actions?.edit(user)}
                />
                <DeleteButton
                  user={user}
                  isOwn={isOwnAccount(user, me)}
                  onDelete={() => actions?.remove(user)}
                />
              </>
            )}
            actionsClass="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-lg:-mt-1.5 max-lg:-mr-2"
            cardClass="max-lg:grid-cols-[auto_1fr_auto] max-lg:gap-x-1.5"
            className="lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3"
          />
        )}
        deletion={{
          remove,
          words: ({ username: name, email, invitedUntil }) =>
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
                },
        }}
        editor={(user, close) => (
          <UserDialog
            user={user}
            isOwn={user !== null && isOwnAccount(user, me)}
            onInvited={onInvited}
            onClose={close}
          />
        )}
      />
      {invited && <InvitationLink {...invited} onClose={() => setInvited(null)} />}
    </>
  );
}
