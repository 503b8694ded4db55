/** The photo of the photographer, chosen from the photos on the site (decision 075). */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/media/picture-field.tsx';
import { adminMediaQuery } from '#lib/queries.ts';
import type { SettingsValues } from './settings-values.ts';

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
