import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Table, TableCell, TableHead } from '#components/ui/table.tsx';
import { ReleaseRow } from './release-row.tsx';
import { isNewer } from './release-words.ts';
import { rowGrid } from './releases-grid.ts';

const tableClass =
  'max-lg:block [&_tbody]:max-lg:block lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3';

function Columns({ actions }: { actions: boolean }) {
  const { t } = useTranslation();
  return (
    <thead className={rowGrid.head}>
      <tr>
        <TableHead className="w-44">{t('releaseWhen')}</TableHead>
        <TableHead>{t('releaseWhat')}</TableHead>
        <TableHead className="text-right">{t('releasePages')}</TableHead>
        <TableHead className="text-right">{t('releaseDuration')}</TableHead>
        <TableHead className="text-right">{t('releaseSize')}</TableHead>
        {actions && <TableHead className="text-right">{t('actions')}</TableHead>}
      </tr>
    </thead>
  );
}

interface ReleasesTableProps {
  releases: readonly ReleaseRecord[];
  timeOf: (release: ReleaseRecord) => string;
  /** Absent for who may not go back. */
  onShow?: (release: ReleaseRecord) => void;
  /** The version that visitors are about to see. */
  restoring: string | null;
}

export function ReleasesTable({ releases, timeOf, onShow, restoring }: ReleasesTableProps) {
  const { t } = useTranslation();
  const live = releases.find(({ state }) => state === 'live');
  const timeOfId = (id: string) => {
    const release = releases.find((one) => one.id === id);
    return release ? timeOf(release) : id;
  };
  return (
    <Table aria-label={t('releases')} className={tableClass}>
      <Columns actions={onShow !== undefined} />
      <tbody>
        {releases.map((release) => (
          <ReleaseRow
            key={release.id}
            release={release}
            time={timeOf(release)}
            timeOfId={timeOfId}
            newer={isNewer(release, live)}
            onShow={onShow}
            pending={restoring === release.id}
          />
        ))}
      </tbody>
    </Table>
  );
}

/** The table while it loads: its shape. */
export function ReleasesSkeleton({ actions }: { actions: boolean }) {
  return (
    <div aria-hidden="true">
      <Table className={tableClass}>
        <Columns actions={actions} />
        <tbody>
          {(['w-56', 'w-40', 'w-64', 'w-48'] as const).map((width) => (
            <tr key={width} className={rowGrid.row}>
              <TableCell className={rowGrid.when}>
                <Skeleton className="h-4 w-28" />
              </TableCell>
              <TableCell className={rowGrid.what}>
                <Skeleton className={`h-4 max-w-full ${width}`} />
              </TableCell>
              {(['pages', 'duration', 'size'] as const).map((figure) => (
                <TableCell key={figure} className={rowGrid.figure}>
                  <Skeleton className="ml-auto h-4 w-14" />
                </TableCell>
              ))}
              {actions && (
                <TableCell className={rowGrid.action}>
                  <Skeleton className="ml-auto h-8 w-20" />
                </TableCell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
