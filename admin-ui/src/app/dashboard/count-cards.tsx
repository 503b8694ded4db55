import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import type { MediaCounts } from './media-counts.ts';

const cards = [
  { key: 'items', label: 'dashboardItems', hint: 'dashboardItemsHint' },
  { key: 'drafts', label: 'dashboardDrafts', hint: 'dashboardDraftsHint' },
  { key: 'working', label: 'dashboardWorking', hint: 'dashboardWorkingHint' },
  { key: 'failed', label: 'dashboardFailed', hint: 'dashboardFailedHint' },
] as const;

/** Four figures; undefined while they load. */
export function CountCards({ counts }: { counts: MediaCounts | undefined }) {
  const { t } = useTranslation();
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-lg border border-hairline bg-hairline gap-px lg:grid-cols-4">
      {cards.map(({ key, label, hint }) => {
        const alarming = key === 'failed' && counts !== undefined && counts.failed > 0;
        return (
          <div key={key} className="flex flex-col bg-surface p-4 md:p-6">
            <dt className="text-muted">{t(label)}</dt>
            <dd
              className={classNames(
                'mt-1 text-3xl font-semibold tracking-tight',
                alarming && 'text-danger',
              )}
            >
              {counts ? counts[key] : <Skeleton className="h-9 w-16" />}
            </dd>
            <dd className="mt-1 text-[0.8125rem] text-muted">{t(hint)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
