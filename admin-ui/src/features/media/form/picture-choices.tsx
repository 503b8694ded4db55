/** Where else the picture of an item stands: on top of the home page, and on its category. */

import type { MediaItem } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { useChoosePicture } from '../media-queries.ts';

/** Pressed at once, and pressed again taken back; whatever else the form holds stays as it is. */
export function PictureChoices({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const { data, mutate: choose, isPending } = useChoosePicture(item.id);
  const { hero, cover, category } = data ?? item;
  const choices = [
    { isChosen: hero, words: t('useAsHero'), change: { hero: !hero } },
    {
      isChosen: cover,
      words: t('useAsCover', { category: capitalised(category) }),
      change: { cover: !cover },
    },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap gap-2">
        {choices.map(({ isChosen, words, change }) => (
          <Button
            key={words}
            look="secondary"
            size="sm"
            aria-pressed={isChosen}
            pending={isPending}
            className="max-w-full"
            onClick={() => choose(change)}
          >
            {isChosen && <Check className="size-4 shrink-0 text-moss" />}
            <span className="truncate">{words}</span>
          </Button>
        ))}
      </div>
      <p className="text-[0.8125rem] text-muted">{t('choiceHint')}</p>
    </div>
  );
}
