/** What the editors of notes and of series have alike. */
import type { MediaItem } from '@veldlicht/contract/media';
import { previewAddress } from '@veldlicht/contract/preview';
import { type StoryItem, type StoryKind, storyInput } from '@veldlicht/contract/story';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldsFor } from '#components/form-fields.tsx';
import { PreviewLink } from '#components/preview-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { VersionsButton } from '#features/history/versions.tsx';
import { ScheduleFields, StatusField } from '#features/media/form/visibility-fields.tsx';
import { PictureField } from '#features/media/picture-field.tsx';
import type { StoryWrite } from './story-calls.ts';

interface StoryLinksProps {
  story: StoryItem | null;
  folder: string;
  /** Something was typed that is not saved. */
  unsaved: boolean;
  onClose: () => void;
}

/** Lead to how a story was, and to how visitors would see it: not what a position keeps off the site. */
export function StoryLinks({ story, folder, unsaved, onClose }: StoryLinksProps) {
  if (!story) return null;
  return (
    <>
      <VersionsButton
        thing={{ entity: 'story', id: story.id }}
        unsaved={unsaved}
        onDone={onClose}
      />
      {!story.withheld && <PreviewLink href={previewAddress(`${folder}/${story.slug}`)} />}
    </>
  );
}

interface StoryWarningsProps {
  story: StoryItem | null;
  /** Items that it shows. */
  shown: readonly MediaItem[];
  kind: StoryKind;
}

/** What keeps it off the site, and what its words tell of a guarded photo in it. */
export function StoryWarnings({ story, shown, kind }: StoryWarningsProps) {
  const { t } = useTranslation();
  const guarded = shown.filter(({ guard }) => guard);
  return (
    <>
      {story?.withheld && <Notice tone="amber">{t(`${kind}:withheld`)}</Notice>}
      {guarded[0] && (
        <Notice tone="amber">{t(`${kind}:guarded`, { title: guarded[0].title })}</Notice>
      )}
    </>
  );
}

type Side = Pick<StoryWrite, 'status' | 'publishFrom' | 'publishUntil' | 'cover'>;

const { TextField } = fieldsFor(storyInput);

interface StorySideProps {
  kind: StoryKind;
  items: readonly MediaItem[];
  isNew: boolean;
}

/** When it shows, its date and its cover. */
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
      <StatusField
        value={status}
        hint={isNew && t('statusHint')}
        onChange={(next) => edit({ status: next })}
      />
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
