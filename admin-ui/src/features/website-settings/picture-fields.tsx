/** The picture on top of the home page: a mark on the item itself, saved together with the settings (decision 060). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MediaItem, mediaItem } from '@veldlicht/contract/media';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/media/picture-field.tsx';
import { callApi } from '#lib/api.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import type { SettingsValues } from './settings-values.ts';

const mark = (id: string, hero: boolean) =>
  callApi('PATCH', `/api/admin/media/${id}`, { payload: { hero }, schema: mediaItem });

/** Which item is chosen, here and not saved, or else as it is stored; '' for none. */
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

/** The photo of the photographer, chosen from the photos on the site (decision 075). */
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
