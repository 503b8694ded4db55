import type { LocationPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaItem } from '@veldlicht/contract/media';
import { publicPlace } from '@veldlicht/contract/public-place';
import { Eye } from 'lucide-react';
import { useRef } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
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
    if (chosenByHand.current) return;
    form.setValue('locationPrivacy', suggestedPrivacy(item, text), { shouldDirty: true });
  };
  const options = [
    { value: 'exact', label: t('privacyExact') },
    { value: 'approximate', label: t('privacyApproximate') },
    { value: 'hidden', label: t('privacyHidden') },
  ] as const;

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('location')} hint={t('locationHint')} error={fieldError('location')}>
        <TextInput
          {...form.register('location', { onChange: (event) => onLocation(event.target.value) })}
        />
      </Field>
      <Field label={t('locationPrivacy')} hint={t(privacyHints[privacy])}>
        <Controller
          name="locationPrivacy"
          control={form.control}
          render={({ field }) => (
            <Select
              options={options}
              value={field.value ?? 'exact'}
              onChange={(value) => {
                chosenByHand.current = true;
                onPrivacyChosen();
                field.onChange(value);
              }}
            />
          )}
        />
      </Field>
      {location && (
        <p
          aria-live="polite"
          className="flex items-center gap-2 rounded-md bg-moss-wash px-3 py-2 sm:col-span-2"
        >
          <Eye aria-hidden="true" className="size-4 shrink-0 text-moss" />
          <span className="min-w-0 break-words">
            {t('visitorsSee')}:{' '}
            <strong className="font-medium">
              {publicPlace(location, privacy) ?? t('visitorsSeeNothing')}
            </strong>
          </span>
        </p>
      )}
    </div>
  );
}
