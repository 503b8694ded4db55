/** The leak report: what visitors can find out about each guarded item, with remedies. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LeakReport } from '@veldlicht/contract/leaks';
import type { MediaItem } from '@veldlicht/contract/media';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '#components/on-demand.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState, Loaded } from '#components/ui/page-state.tsx';
import { focusPage } from '#lib/page-content.ts';
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
  return (
    <div className="mx-auto flex max-w-5xl flex-col items-start gap-4">
      <p className="max-w-prose text-muted">{t('leakReportText')}</p>
      <Loaded of={query} pending={<Skeleton className="h-64 w-full" />}>
        {(report) => (
          <Report report={report} busy={query.isFetching} onEdit={setEdited} onPage={setPage} />
        )}
      </Loaded>
      {edited && (
        <MediaDialog
          item={edited}
          onClose={() => {
            setEdited(null);
            void refreshLeaks(client);
          }}
        />
      )}
    </div>
  );
}

interface ReportProps {
  report: LeakReport;
  busy: boolean;
  onEdit: (item: MediaItem) => void;
  onPage: (page: number) => void;
}

function Report({ report, busy, onEdit, onPage }: ReportProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { total, leaking, held, rows, page, pages } = report;
  if (total === 0)
    return (
      <div className="w-full">
        <EmptyState
          icon={<ShieldCheck className="size-7" />}
          title={t('noGuarded')}
          text={t('noGuardedHint')}
        />
      </div>
    );
  const turn = (to: number) => {
    onPage(to);
    focusPage();
    window.scrollTo(0, 0);
  };
  return (
    <>
      <p aria-live="polite" className="font-medium">
        {t('leakCount', { total, leaking })}
      </p>
      {mayWrite && held.length > 0 && (
        <Button onClick={() => askAbout(held)}>{t('leakConfirmAll')}</Button>
      )}
      <ul
        aria-label={t('leakReport')}
        aria-busy={busy}
        className="w-full rounded-lg border border-hairline bg-surface"
      >
        {rows.map((row) => (
          <LeakItem key={row.item.id} row={row} onEdit={() => onEdit(row.item)} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="flex flex-wrap items-center gap-3" aria-label={t('leakReport')}>
          <Button look="secondary" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('leakPrevious')}
          </Button>
          <span className="tabular-nums">
            {t('leakPage', { page: String(page), pages: String(pages) })}
          </span>
          <Button look="secondary" disabled={page === pages} onClick={() => turn(page + 1)}>
            {t('leakNext')}
          </Button>
        </nav>
      )}
    </>
  );
}
