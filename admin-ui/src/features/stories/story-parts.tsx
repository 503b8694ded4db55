/** What the editors of notes and of series have alike. */
import type { MediaItem } from '@veldlicht/contract/media';
import { previewAddress } from '@veldlicht/contract/preview';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewLink } from '#components/preview-link.tsx';
import { VersionsButton } from '#features/history/versions.tsx';
import type { Faults } from '#features/media/field-values.ts';
import { ScheduleFields, StatusField } from '#features/media/form/visibility-fields.tsx';
import { PictureField } from '#features/media/picture-field.tsx';
import type { AnyStory, StoryKind } from './story-calls.ts';

const warningClass = 'rounded-md bg-amber-wash px-3 py-2 text-amber';

interface StoryLinksProps {
  story: AnyStory | null;
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
  story: AnyStory | null;
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
      {story?.withheld && <p className={warningClass}>{t(`${kind}:withheld`)}</p>}
      {guarded[0] && (
        <p className={warningClass}>{t(`${kind}:guarded`, { title: guarded[0].title })}</p>
      )}
    </>
  );
}

type Shown = Pick<AnyStory, 'status' | 'publishFrom' | 'publishUntil' | 'cover'>;

interface StorySideProps {
  kind: StoryKind;
  items: readonly MediaItem[];
  values: Shown;
  faults: Faults;
  onChange: (change: Partial<Shown>) => void;
  /** Below its status. */
  children?: ReactNode;
}

/** When it shows, and its cover. */
export function StorySide({ kind, items, values, faults, onChange, children }: StorySideProps) {
  const { t } = useTranslation();
  return (
    <>
      <StatusField value={values.status} onChange={(status) => onChange({ status })} />
      {children}
      <ScheduleFields values={values} faults={faults} onChange={onChange} />
      <PictureField
        label={t('noteCover')}
        hint={t(`${kind}:coverHint`)}
        items={items}
        value={values.cover ?? ''}
        onChange={(id) => onChange({ cover: id || null })}
      />
    </>
  );
}
