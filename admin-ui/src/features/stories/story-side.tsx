import type { MediaItem } from '@veldlicht/contract/media';
import { type StoryKind, storyInput } from '@veldlicht/contract/story';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldsFor } from '#components/form-fields.tsx';
import { ItemField } from '#features/media/field-input.tsx';
import { ScheduleFields } from '#features/media/form/visibility-fields.tsx';
import { PictureField } from '#features/media/picture-field.tsx';
import type { StoryWrite } from './story-calls.ts';

type Side = Pick<StoryWrite, 'status' | 'publishFrom' | 'publishUntil' | 'cover'>;

const { TextField } = fieldsFor(storyInput);

interface StorySideProps {
  kind: StoryKind;
  items: readonly MediaItem[];
  isNew: boolean;
}

export function StorySide({ kind, items, isNew }: StorySideProps) {
  const { t } = useTranslation();
  const { setValue, formState } = useFormContext<Side>();
  const [status, publishFrom, publishUntil, cover] = useWatch<
    Side,
    ['status', 'publishFrom', 'publishUntil', 'cover']
  >({ name: ['status', 'publishFrom', 'publishUntil', 'cover'] });
  const { errors, isSubmitted } = formState;
  const edit = (change: Partial<Side>) => {
    // Cast: entries forget their names.
    for (const [name, value] of Object.entries(change))
      setValue(name as keyof Side, value as never, {
        shouldDirty: true,
        shouldValidate: isSubmitted,
      });
  };
  return (
    <div className="flex flex-col gap-5">
      <ItemField name="status" value={status} hint={isNew && t('statusHint')} onChange={edit} />
      <TextField name="date" type="date" required hint={kind === 'series' && t('seriesDateHint')} />
      <ScheduleFields
        values={{ status, publishFrom, publishUntil }}
        faults={{ publishUntil: errors.publishUntil?.message }}
        onChange={edit}
      />
      <PictureField
        label={t('storyCover')}
        hint={t(`${kind}:coverHint`)}
        items={items}
        value={cover ?? ''}
        onChange={(id) => edit({ cover: id || null })}
      />
    </div>
  );
}
