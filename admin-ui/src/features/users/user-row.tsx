import type { AdminUser } from '@veldlicht/contract/user';
import { Pencil, ShieldCheck, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TableCell } from '#components/ui/table.tsx';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { roleWords, statusWords } from '#lib/role-words.ts';
import { rowGrid } from './users-table-grid.ts';

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
      <ShieldCheck aria-hidden="true" className="size-3.5 text-moss" />
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
        <Trash2 aria-hidden="true" className="size-4" />
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
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
      <span id={noteId} className="sr-only">
        {why}
      </span>
    </>
  );
}

/** One account: a row on desks, a small card on anything narrower. */
export function UserRow({ user, isOwn, onEdit, onDelete }: UserRowProps) {
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
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
          <DeleteButton user={user} isOwn={isOwn} onDelete={onDelete} />
        </div>
      </TableCell>
    </tr>
  );
}
