import type { LocationPrivacy } from '@veldlicht/contract/location';
import { VISIBLE } from '@veldlicht/contract/name';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { nameWithoutExtension } from '../form/file-checks.ts';
import { PrivacyField } from '../form/privacy-field.tsx';
import { isTooLong, longest, type OnEdit } from './draft.ts';

/** What is wrong with the length of a text, told before anything is sent. */
function useLengthError() {
  const { t } = useTranslation();
  return (name: keyof typeof longest, text: string) =>
    isTooLong(name, text) ? t('serverTooLongText', { n: String(longest[name]) }) : undefined;
}

interface TitleFieldProps {
  title: string;
  fileName: string;
  onEdit: OnEdit;
}

/** The title; says so gently while it is still the name of the file. */
export const TitleField = memo(function TitleField({ title, fileName, onEdit }: TitleFieldProps) {
  const { t } = useTranslation();
  const lengthError = useLengthError();
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
      error={!VISIBLE.test(title) ? t('titleRequired') : lengthError('title', title)}
      hint={word && <span className="text-amber">{word}</span>}
      className="col-span-full"
    >
      <TextInput
        value={title}
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
  const lengthError = useLengthError();
  const hasCoordinates = holdsPosition(description);
  return (
    <Field
      label={t('description')}
      error={lengthError('description', description)}
      hint={hasCoordinates && <span className="text-amber">{t('coordinatesHere')}</span>}
      className="col-span-full"
    >
      <TextArea
        rows={3}
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
  const lengthError = useLengthError();
  return (
    <>
      <Field
        label={t('location')}
        error={lengthError('location', location)}
        className="col-span-full sm:col-span-3"
      >
        <TextInput
          value={location}
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
