import { MAX_DESCRIPTION, MAX_LOCATION, MAX_TITLE } from '@veldlicht/contract/limits';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { VISIBLE } from '@veldlicht/contract/name';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { nameWithoutExtension } from '../form/file-checks.ts';
import { PrivacyField } from '../form/privacy-field.tsx';
import type { OnEdit } from './draft.ts';

interface TitleFieldProps {
  title: string;
  fileName: string;
  onEdit: OnEdit;
}

/** The title; says so gently while it is still the name of the file. */
export const TitleField = memo(function TitleField({ title, fileName, onEdit }: TitleFieldProps) {
  const { t } = useTranslation();
  const isFileName = VISIBLE.test(title) && title === nameWithoutExtension(fileName);
  const word = holdsPosition(title)
    ? t('coordinatesHere')
    : isFileName
      ? t('titleIsFileName')
      : null;
  return (
    <Field
      label={t('title')}
      required
      error={!VISIBLE.test(title) ? t('titleRequired') : undefined}
      hint={word && <span className="text-amber">{word}</span>}
      className="col-span-full"
    >
      <TextInput
        value={title}
        maxLength={MAX_TITLE}
        autoComplete="off"
        onChange={(event) => onEdit({ title: event.target.value })}
      />
    </Field>
  );
});

interface DescriptionFieldProps {
  description: string;
  onEdit: OnEdit;
}

export const DescriptionField = memo(function DescriptionField(props: DescriptionFieldProps) {
  const { description, onEdit } = props;
  const { t } = useTranslation();
  const hasCoordinates = holdsPosition(description);
  return (
    <Field
      label={t('description')}
      hint={hasCoordinates && <span className="text-amber">{t('coordinatesHere')}</span>}
      className="col-span-full"
    >
      <TextArea
        rows={3}
        maxLength={MAX_DESCRIPTION}
        value={description}
        onChange={(event) => onEdit({ description: event.target.value })}
      />
    </Field>
  );
});

interface PlaceFieldsProps {
  location: string;
  privacy: LocationPrivacy;
  disabled: boolean;
  onEdit: OnEdit;
}

/** Where it was, what visitors may know of it, and what that comes to (product decisions §4). */
export const PlaceFields = memo(function PlaceFields(props: PlaceFieldsProps) {
  const { location, privacy, disabled, onEdit } = props;
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('location')} className="col-span-full sm:col-span-3">
        <TextInput
          value={location}
          maxLength={MAX_LOCATION}
          onChange={(event) => onEdit({ location: event.target.value })}
        />
      </Field>
      <PrivacyField
        location={location.trim()}
        privacy={privacy}
        disabled={disabled}
        className="col-span-full sm:col-span-3"
        textClass="text-[0.8125rem]"
        onChoose={(next) => onEdit({ locationPrivacy: next })}
      />
    </>
  );
});
