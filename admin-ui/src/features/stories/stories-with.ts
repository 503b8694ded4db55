import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { useTranslation } from 'react-i18next';
import { noteCalls, seriesCalls } from './story-calls.ts';

/** Names the stories that show some of these items; empty if none does. */
export function useStoriesWith(items: readonly Pick<MediaItem, 'id'>[]): string {
  const { t } = useTranslation();
  const enabled = items.length > 0;
  const notes = useQuery({ ...noteCalls.stories.list, enabled }).data ?? [];
  const series = useQuery({ ...seriesCalls.stories.list, enabled }).data ?? [];
  const ids = new Set(items.map(({ id }) => id));
  const shows = ({ cover, body }: StoryItem) =>
    [cover ?? '', ...shownInBlocks(body)].some((id) => ids.has(id));
  return [
    ...notes.filter(shows).map(({ title }) => t('inNote', { title })),
    ...series.filter(shows).map(({ title }) => t('inSeries', { title })),
  ].join(', ');
}
