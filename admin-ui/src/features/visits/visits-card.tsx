import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '#components/ui/card.tsx';
import { CardLink } from '#components/ui/card-link.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { figureText, totalOf, visitsQuery } from './visits-query.ts';

export function VisitsCard() {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(visitsQuery);
  const words = () => {
    if (!data) return null;
    if (data.state === 'elsewhere') return t('visitsElsewhere');
    const count = totalOf(data);
    if (data.state === 'off' && count === 0) return t('visitsOff');
    return t('visitsTotal', { count, n: figureText(count), days: String(data.days.length) });
  };
  return (
    <Card title={t('visits')}>
      {isPending && <Skeleton className="h-5 w-40" />}
      {error && !data && (
        <p role="alert" className="text-muted">
          {t('failedToLoadVisits')}. {reasonText(error)}
        </p>
      )}
      {data && <p className="font-medium tabular-nums">{words()}</p>}
      <CardLink to="/visits">{t('visitsOpen')}</CardLink>
    </Card>
  );
}
