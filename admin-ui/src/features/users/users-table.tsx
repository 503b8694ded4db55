import type { AdminUser } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Table, TableCell, TableHead } from '#components/ui/table.tsx';
import { isOwnAccount } from '#lib/permissions.ts';
import { UserRow } from './user-row.tsx';
import { rowGrid } from './users-table-grid.ts';

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
