import type { LocationPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaItem } from '@veldlicht/contract/media';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { useRef } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { PrivacyField } from '../fields/privacy-field.tsx';
import { suggestedPrivacy } from './form-values.ts';
import { useFieldError } from './use-field-error.ts';

const privacyHints = {
  exact: 'privacyExactHint',
  approximate: 'privacyApproximateHint',
  hidden: 'privacyHiddenHint',
} as const satisfies Record<LocationPrivacy, string>;

interface PlaceFieldsProps {
  item: MediaItem | null;
  /** Somebody chose the privacy by hand. */
  onPrivacyChosen: () => void;
}

/** Where it was, what visitors may know of it, and what that comes to (product decisions §4). */
export function PlaceFields({ item, onPrivacyChosen }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const chosenByHand = useRef(false);
  const location = (form.watch('location') ?? '').trim();
  const privacy = form.watch('locationPrivacy') ?? 'exact';

  const onLocation = (text: string) => {
    // "Exact" was chosen for the text that stood there.
    if (chosenByHand.current && (privacy !== 'exact' || isWordsOnly(text))) return;
    chosenByHand.current = false;
    form.setValue('locationPrivacy', suggestedPrivacy(item, text), { shouldDirty: true });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('location')} hint={t('locationHint')} error={fieldError('location')}>
        <TextInput
          {...form.register('location', { onChange: (event) => onLocation(event.target.value) })}
        />
      </Field>
      <Controller
        name="locationPrivacy"
        control={form.control}
        render={({ field }) => (
          <PrivacyField
            location={location}
            privacy={privacy}
            hint={t(privacyHints[privacy])}
            onChoose={(value) => {
              chosenByHand.current = true;
              onPrivacyChosen();
              field.onChange(value);
            }}
          />
        )}
      />
    </div>
  );
}
