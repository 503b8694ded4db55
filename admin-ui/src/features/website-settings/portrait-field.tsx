/** The photo of the photographer, chosen from the photos on the site (decision 075). */
import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { createSearch } from '#features/media/media-search.ts';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import type { SettingsValues } from './settings-values.ts';

/** More are found by their words. */
const MOST_SHOWN = 60;

interface ChooserProps {
  photos: readonly MediaItem[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

function PortraitDialog({ photos, onChoose, onClose }: ChooserProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const search = useMemo(() => createSearch(photos), [photos]);
  const found = search.find(words).slice(0, MOST_SHOWN);
  return (
    <Dialog open wide onClose={onClose} title={t('choosePortrait')}>
      <DialogBody>
        {/* Its own form stands in that of the settings. */}
        <div onSubmit={(event) => event.stopPropagation()}>
          <SearchBox
            label={t('searchMedia')}
            placeholder={t('searchMediaPlaceholder')}
            value={words}
            onSearch={setWords}
          />
        </div>
        <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {found.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => onChoose(item.id)}
                className="flex w-full flex-col gap-1 text-left"
              >
                <img
                  src={thumbnailUrl(item, 240) ?? undefined}
                  alt=""
                  loading="lazy"
                  className="aspect-[4/5] w-full rounded-md border border-hairline object-cover"
                />
                <span className="line-clamp-2 text-[0.8125rem] wrap-anywhere">{item.title}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="text-muted">{t('noResultsFound')}</p>}
      </DialogBody>
    </Dialog>
  );
}

export function PortraitField() {
  const { t } = useTranslation();
  const { field } = useController<SettingsValues, 'portrait'>({ name: 'portrait' });
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuery(adminMediaQuery);
  const photos = useMemo(
    () => (data ?? []).filter(({ type, status }) => type === 'photo' && status === 'published'),
    [data],
  );
  const chosen = photos.find(({ id }) => id === field.value);
  const picture = chosen && thumbnailUrl(chosen, 240);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{t('portrait')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="grid aspect-[4/5] w-24 shrink-0 place-items-center overflow-hidden rounded-md border border-hairline bg-ground">
          {picture ? (
            <img src={picture} alt={chosen.title} className="size-full object-cover" />
          ) : (
            <ImageOff aria-hidden="true" className="size-5 text-muted" />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => setChoosing(true)}>
            {t(field.value ? 'otherPortrait' : 'choosePortrait')}
          </Button>
          {field.value && (
            <Button look="quiet" onClick={() => field.onChange('')}>
              {t('removePortrait')}
            </Button>
          )}
        </div>
      </div>
      <p className="text-[0.8125rem] text-muted">{t('portraitHint')}</p>
      {choosing && (
        <PortraitDialog
          photos={photos}
          onChoose={(id) => {
            field.onChange(id);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
