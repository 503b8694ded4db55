/** Pictures of the settings. The hero is a mark on its item, saved with the settings (decision 004). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MediaItem, mediaItem } from '@veldlicht/contract/media';
import { MAX_HOME_ITEMS } from '@veldlicht/contract/settings';
import { ArrowLeft, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';
import { PickDialog } from '#features/media/pick-dialog.tsx';
import { PictureField } from '#features/media/picture-field.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import type { SettingsValues } from './settings-values.ts';

const mark = (id: string, hero: boolean) =>
  callApi('PATCH', `/api/admin/media/${id}`, { payload: { hero }, schema: mediaItem });

/** Holds the unsaved choice of the hero; `value` falls back to the stored one, '' for none. */
export function useHero() {
  const client = useQueryClient();
  const items = useQuery(adminMediaQuery).data ?? [];
  const stored = items.find(({ hero }) => hero)?.id ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const isChanged = chosen !== null && chosen !== stored;
  const save = async () => {
    if (!isChanged) return;
    await (chosen ? mark(chosen, true) : mark(stored, false));
    await client.refetchQueries(adminMediaQuery);
    setChosen(null);
  };
  return { items, value: chosen ?? stored, isChanged, choose: setChosen, save };
}
export type HeroChoice = Pick<ReturnType<typeof useHero>, 'items' | 'value' | 'choose'>;

const isShown = ({ status, processing }: MediaItem) =>
  status === 'published' && processing !== 'failed';

export function HeroField({ items, value, choose }: HeroChoice) {
  const { t } = useTranslation();
  return (
    <PictureField
      wide
      label={t('heroPicture')}
      hint={t('heroPictureHint')}
      items={items.filter(isShown)}
      value={value}
      onChange={choose}
    />
  );
}

/** The photo of the photographer, chosen from the photos on the site (decision 023). */
export function PortraitField() {
  const { t } = useTranslation();
  const { field } = useController<SettingsValues, 'portrait'>({ name: 'portrait' });
  const { data } = useQuery(adminMediaQuery);
  const photos = useMemo(
    () => (data ?? []).filter(({ type, status }) => type === 'photo' && status === 'published'),
    [data],
  );
  return (
    <PictureField
      label={t('portrait')}
      hint={t('portraitHint')}
      items={photos}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

/** Items of the opening of the home page, in order; unpublished ones stay chosen but hidden. */
export function OpeningField() {
  const { t } = useTranslation();
  const { field, fieldState } = useController<SettingsValues, 'homeItems'>({ name: 'homeItems' });
  const items = useQuery(adminMediaQuery).data ?? [];
  const [choosing, setChoosing] = useState(false);
  const byId = new Map(items.map((item) => [item.id, item]));
  const chosen = field.value.flatMap((id) => byId.get(id) ?? []);
  const ids = chosen.map(({ id }) => id);
  const moveEarlier = (at: number) =>
    field.onChange(ids.toSpliced(at, 1).toSpliced(at - 1, 0, ids[at] ?? ''));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{t('opening')}</legend>
      <ol className="flex flex-wrap gap-2">
        {chosen.map((item, at) => (
          <li key={item.id} className="w-24">
            <img
              src={thumbnailUrl(item, 240) ?? undefined}
              alt={item.title}
              className="aspect-3/2 w-full object-cover"
            />
            <span className="flex justify-between">
              <IconButton
                label={t('moveEarlier', { title: item.title })}
                icon={ArrowLeft}
                disabled={at === 0}
                onClick={() => moveEarlier(at)}
              />
              <IconButton
                label={t('removeNamed', { title: item.title })}
                icon={X}
                onClick={() => field.onChange(ids.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      {ids.length < MAX_HOME_ITEMS && (
        <Button
          look="secondary"
          className="self-start"
          ref={field.ref}
          onClick={() => setChoosing(true)}
        >
          {t('addPhotos')}
        </Button>
      )}
      <p className="text-small text-muted">{t('openingHint')}</p>
      {fieldState.error && (
        <p className="text-small text-danger" role="alert">
          {serverText(fieldState.error.message ?? '')}
        </p>
      )}
      {choosing && (
        <PickDialog
          title={t('addPhotos')}
          items={items.filter((item) => isShown(item) && !ids.includes(item.id))}
          onPick={(picked) => {
            field.onChange([...ids, ...picked].slice(0, MAX_HOME_ITEMS));
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
