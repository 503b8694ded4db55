import { useTranslation } from 'react-i18next';
import type { MediaCounts } from './media-counts.ts';
import { Stat, StatGrid } from './stat-grid.tsx';

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
    <StatGrid label={t('yourLibrary')}>
      {cards.map(({ key, label, hint }) => (
        <Stat
          key={key}
          label={t(label)}
          value={counts?.[key]}
          hint={t(hint)}
          alarming={key === 'failed' && counts !== undefined && counts.failed > 0}
        />
      ))}
    </StatGrid>
  );
}
