/** The leak report: of every guarded item what visitors can find out, with a button for each thing too many. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#components/on-demand.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { useMayWrite } from '#lib/permissions.ts';
import { askAbout } from '#lib/words-question.ts';
import { leaksQuery, refreshLeaks } from './leak-fixes.ts';
import { LeakItem } from './leak-item.tsx';

const MediaDialog = onDemand(
  async () => (await import('#features/media/form/media-dialog.tsx')).MediaDialog,
);
export function LeakPage() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...leaksQuery(page),
    placeholderData: keepPreviousData,
  });
  const client = useQueryClient();
  const [edited, setEdited] = useState<MediaItem | null>(null);
  const mayWrite = useMayWrite();
  const report = query.data;
  const refresh = () => void refreshLeaks(client);
  const turn = (to: number) => {
    setPage(to);
    document.getElementById('content')?.focus();
    window.scrollTo(0, 0);
  };
  return (
    <>
      <p className="mb-6 max-w-prose text-muted">{t('leakReportText')}</p>
      {query.isError && <QueryError title={t('failedToLoadLeaks')} query={query} />}
      {query.isPending && <Skeleton className="h-64" />}
      {report?.total === 0 && (
        <EmptyState
          icon={<ShieldCheck className="size-7" />}
          title={t('noGuarded')}
          text={t('noGuardedHint')}
        />
      )}
      {report && report.total > 0 && (
        <>
          <p aria-live="polite" className="mb-3 font-medium">
            {t('leakCount', { total: report.total, leaking: report.leaking })}
          </p>
          {mayWrite && report.held.length > 0 && (
            <Button className="mb-4" onClick={() => askAbout(report.held)}>
              {t('leakConfirmAll')}
            </Button>
          )}
          <ul
            aria-label={t('leakReport')}
            aria-busy={query.isFetching}
            className="rounded-lg border border-hairline bg-surface"
          >
            {report.rows.map((row) => (
              <LeakItem key={row.item.id} row={row} onEdit={() => setEdited(row.item)} />
            ))}
          </ul>
          {report.pages > 1 && (
            <nav className="mt-4 flex flex-wrap items-center gap-3" aria-label={t('leakReport')}>
              <Button
                look="secondary"
                disabled={report.page === 1}
                onClick={() => turn(report.page - 1)}
              >
                {t('leakPrevious')}
              </Button>
              <span className="tabular-nums">
                {t('leakPage', { page: String(report.page), pages: String(report.pages) })}
              </span>
              <Button
                look="secondary"
                disabled={report.page === report.pages}
                onClick={() => turn(report.page + 1)}
              >
                {t('leakNext')}
              </Button>
            </nav>
          )}
        </>
      )}
      {edited && (
        <MediaDialog
          item={edited}
          onClose={() => {
            setEdited(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
