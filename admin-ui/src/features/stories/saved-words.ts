/** What the notice after saving a story says besides that it was saved. */
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem, StoryKind } from '@veldlicht/contract/story';
import type { Block } from '@veldlicht/contract/story-body';
import type { TFunction } from 'i18next';
import { isFileName } from '#features/media/field-values.ts';
import { scheduleState } from '#features/media/state-badges.tsx';
import { longMomentText } from '#lib/time-text.ts';

export const hasFileName = ({ title, originalName }: Pick<MediaItem, 'title' | 'originalName'>) =>
  isFileName(title, originalName ?? null);

type Item = Pick<MediaItem, 'id' | 'title' | 'originalName'>;

/** Titles that readers see as captions though they are still file names. */
export function fileNameCaptions(body: readonly Block[], items: readonly Item[]): string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const titles = body.flatMap((block) =>
    'media' in block
      ? block.media.flatMap((id, i) => {
          const item = byId.get(id);
          return item && hasFileName(item) && !block.captions?.[i]?.trim() ? item.title : [];
        })
      : [],
  );
  return [...new Set(titles)];
}

type Saved = Pick<StoryItem, 'status' | 'withheld' | 'publishFrom' | 'publishUntil' | 'body'>;

/** Whether visitors see the story, and which captions are file names. */
export function savedWords(
  kind: StoryKind,
  saved: Saved,
  items: readonly Item[],
  now: number,
  t: TFunction,
): string {
  if (saved.status === 'draft') return t('storyIsDraft');
  if (saved.withheld) return t(`${kind}:withheld`);
  const schedule = scheduleState(saved, now);
  const titles = fileNameCaptions(saved.body, items);
  return [
    schedule === 'ended' && t('storyEnded'),
    schedule === 'scheduled' &&
      t('storyScheduled', { moment: longMomentText(saved.publishFrom ?? '') }),
    schedule === null && t('storyOnSite'),
    titles.length > 0 && t('storyFileNames', { titles: titles.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ');
}
