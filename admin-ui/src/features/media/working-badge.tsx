import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { publishStateQuery } from '#lib/queries.ts';
import { ProgressBar } from './upload/progress-bar.tsx';

/** What is being done with a file, and for a film that is encoded how far it is. */
export function WorkingBadge({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const { data: percent = null } = useQuery({
    ...publishStateQuery,
    select: ({ films }) =>
      films.find(({ objectPath }) => objectPath === item.imageUrl)?.percent ?? null,
    enabled: item.type === 'video',
  });
  const words =
    percent === null ? t('processingWorking') : t('processingFilm', { percent: String(percent) });
  return (
    <span className="flex flex-col gap-1">
      <Badge look="amber">
        <LoaderCircle aria-hidden="true" className="size-3 animate-spin" />
        <span className="tabular-nums">{words}</span>
      </Badge>
      {percent !== null && <ProgressBar label={item.title} percent={percent} text={words} />}
    </span>
  );
}
