import type { MediaItem } from '@veldlicht/contract/media';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '#components/thumbnail.tsx';
import { Button } from '#components/ui/button.tsx';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { PickDialog } from './pick-dialog.tsx';

interface PictureFieldProps {
  label: string;
  hint: string;
  items: readonly MediaItem[];
  /** Shown as a landscape. */
  wide?: boolean;
  /** Id of the chosen one; '' for none. */
  value: string;
  onChange: (id: string) => void;
}

export function PictureField({ label, hint, items, wide, value, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const chosen = items.find(({ id }) => id === value);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <Thumbnail
          url={chosen ? thumbnailUrl(chosen, 240) : null}
          alt={chosen?.title ?? ''}
          icon={ImageOff}
          className={wide ? 'aspect-3/2 w-36' : 'aspect-4/5 w-24'}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => setChoosing(true)}>
            {t(value ? 'otherPhoto' : 'choosePhoto')}
          </Button>
          {value && (
            <Button look="quiet" onClick={() => onChange('')}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
      <p className="text-small text-muted">{hint}</p>
      {choosing && (
        <PickDialog
          title={t('choosePhoto')}
          items={items}
          isOne
          onPick={([id = '']) => {
            onChange(id);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
