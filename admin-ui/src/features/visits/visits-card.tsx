import { useQuery } from '@tanstack/react-query';
import type { Visits } from '@veldlicht/contract/visits';
import { useTranslation } from 'react-i18next';
import { Card } from '#components/ui/card.tsx';
import { CardLink } from '#components/ui/card-link.tsx';
import { LoadedInCard } from '#components/ui/loaded-in-card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { figureText, totalOf, visitsQuery } from './visits-query.ts';

export function VisitsCard() {
  const { t } = useTranslation();
  const visits = useQuery(visitsQuery);
  const wordsOf = (data: Visits) => {
    if (data.state === 'elsewhere') return t('visitsElsewhere');
    const count = totalOf(data);
    if (data.state === 'off' && count === 0) return t('visitsOff');
    return t('visitsTotal', { count, n: figureText(count), days: String(data.days.length) });
  };
  return (
    <Card title={t('visits')}>
      <LoadedInCard of={visits} pending={<Skeleton className="h-5 w-40" />}>
        {(data) => <p className="font-medium tabular-nums">{wordsOf(data)}</p>}
      </LoadedInCard>
      <CardLink to="/visits">{t('visitsOpen')}</CardLink>
    </Card>
  );
}
