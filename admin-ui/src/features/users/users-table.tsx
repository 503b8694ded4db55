import type { AdminUser } from '@veldlicht/contract/user';
import { Pencil, ShieldCheck, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Table, TableCell, TableHead } from '#components/ui/table.tsx';
import { classNames } from '#lib/class-names.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { notify } from '#lib/notify.ts';
import { isOwnAccount } from '#lib/permissions.ts';

/**
 * Places of the cells below 1024 px, where a row is a card: name and buttons, address, badges. It stays
 * one table for screen readers.
 */
const rowGrid = {
  head: 'max-lg:sr-only',
  row: 'max-lg:grid max-lg:grid-cols-[auto_1fr_auto] max-lg:gap-x-1.5 max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0',
  username:
    'max-lg:col-span-2 max-lg:row-start-1 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  email:
    'max-lg:col-span-2 max-lg:row-start-2 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  badge: 'max-lg:row-start-3 max-lg:h-auto max-lg:border-0 max-lg:p-0 max-lg:pt-2',
  actions:
    'max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-lg:-mt-1.5 max-lg:-mr-2 max-lg:h-auto max-lg:border-0 max-lg:p-0',
} as const;

interface UserRowProps {
  user: AdminUser;
  isOwn: boolean;
  onEdit: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
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

/** The cross of the own row rests and says why, when it is reached and when it is pressed. */
function DeleteButton({ user, isOwn, onDelete }: Omit<UserRowProps, 'onEdit'>) {
  const { t } = useTranslation();
  const noteId = useId();
  const label = t('deleteUserNamed', { name: user.username });
  if (!isOwn)
    return (
      <IconButton label={label} onClick={() => onDelete(user)} className="hover:text-danger">
        <Trash2 className="size-4" />
      </IconButton>
    );
  const why = t('own_account_deleted');
  return (
    <>
      <IconButton
        label={label}
        title={why}
        aria-disabled="true"
        aria-describedby={noteId}
        onClick={() => notify.error(t('error'), why)}
        className="cursor-not-allowed opacity-50 hover:bg-transparent hover:text-muted"
      >
        <Trash2 className="size-4" />
      </IconButton>
      <span id={noteId} className="sr-only">
        {why}
      </span>
    </>
  );
}

/** One account: a row on desks, a small card on anything narrower. */
function UserRow({ user, isOwn, onEdit, onDelete }: UserRowProps) {
  const { t } = useTranslation();
  return (
    <tr className={rowGrid.row}>
      <TableCell className={classNames(rowGrid.username, 'font-medium wrap-anywhere')}>
        <bdi>{user.username}</bdi>
        {isOwn && <span className="ml-2 font-normal text-muted">({t('you')})</span>}
      </TableCell>
      <TableCell className={classNames(rowGrid.email, 'wrap-anywhere text-muted lg:min-w-48')}>
        {user.email}
      </TableCell>
      <TableCell className={rowGrid.badge}>
        <Badge look={user.role === 'admin' ? 'default' : 'secondary'}>
          {t(roleWords[user.role])}
        </Badge>
      </TableCell>
      <TableCell className={rowGrid.badge}>
        <span className="flex gap-1.5">
          <Badge look={user.status === 'active' ? 'default' : 'outline'}>
            {t(statusWords[user.status])}
          </Badge>
          {user.twoFactorEnabled && <TwoFactorMark />}
        </span>
      </TableCell>
      <TableCell className={rowGrid.actions}>
        <div className="flex justify-end">
          <IconButton
            label={t('editUserNamed', { name: user.username })}
            onClick={() => onEdit(user)}
          >
            <Pencil className="size-4" />
          </IconButton>
          <DeleteButton user={user} isOwn={isOwn} onDelete={onDelete} />
        </div>
      </TableCell>
    </tr>
  );
}

function Columns() {
  const { t } = useTranslation();
  return (
    <thead className={rowGrid.head}>
      <tr>
        <TableHead>{t('username')}</TableHead>
        <TableHead>{t('emailAddress')}</TableHead>
        <TableHead>{t('role')}</TableHead>
        <TableHead>{t('status')}</TableHead>
        <TableHead className="text-right">{t('actions')}</TableHead>
      </tr>
    </thead>
  );
}

const tableClass =
  'max-lg:block [&_tbody]:max-lg:block lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3';

interface UsersTableProps {
  users: readonly AdminUser[];
  me: AdminUser;
  onEdit: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
}

export function UsersTable({ users, me, onEdit, onDelete }: UsersTableProps) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t('users')} className={tableClass}>
      <Columns />
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isOwn={isOwnAccount(user, me)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </Table>
  );
}

const widths = ['w-24', 'w-32', 'w-20'] as const;

/** The table while it loads: its shape, and a spinner that says so (spec §2). */
export function UsersTableSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner className="size-4" />
        {t('loadingUsers')}
      </p>
      <div aria-hidden="true">
        <Table className={tableClass}>
          <Columns />
          <tbody>
            {widths.map((width) => (
              <tr key={width} className={rowGrid.row}>
                <TableCell className={rowGrid.username}>
                  <Skeleton className={`h-4 ${width}`} />
                </TableCell>
                <TableCell className={rowGrid.email}>
                  <Skeleton className="h-4 w-44 max-lg:mt-2" />
                </TableCell>
                <TableCell className={rowGrid.badge}>
                  <Skeleton className="h-6 w-16" />
                </TableCell>
                <TableCell className={rowGrid.badge}>
                  <Skeleton className="h-6 w-16" />
                </TableCell>
                <TableCell className={rowGrid.actions}>
                  <Skeleton className="ml-auto h-6 w-16" />
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}
