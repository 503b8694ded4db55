import type { MediaInput } from '@veldlicht/contract/media';
import { useState } from 'react';
import { type Control, useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { amsterdamText, type Bound, fromAmsterdam, toAmsterdam } from '#lib/amsterdam-time.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { useFieldError } from './use-field-error.ts';

const fields = {
  from: { name: 'publishFrom', label: 'publishFrom' },
  until: { name: 'publishUntil', label: 'publishUntil' },
} as const;

/** A moment on Amsterdam's clocks; the form has it as an instant. */
function MomentField({ bound, control }: { bound: Bound; control: Control<MediaInput> }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { name, label } = fields[bound];
  const { field } = useController({ name, control });
  const shown = field.value ? toAmsterdam(field.value) : '';
  // What is typed stays as it is until the field is left, also while it means another time.
  const [typed, setTyped] = useState(shown);
  return (
    <Field label={t(label)} error={fieldError(name)}>
      <TextInput
        ref={field.ref}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          field.onChange(fromAmsterdam(target.value, bound) ?? '');
        }}
        onBlur={({ target }) => {
          // Half a date counts for nothing, and must not look as if it did.
          if (target.validity.badInput) target.value = '';
          setTyped(shown);
          field.onBlur();
        }}
      />
    </Field>
  );
}

/** From when until when it is on the site, and what that comes to (product decisions §5). */
export function ScheduleFields() {
  const { t } = useTranslation();
  const { control, watch } = useFormContext<MediaInput>();
  const [from, until, status] = watch(['publishFrom', 'publishUntil', 'status']);
  const language = useStoredChoice(languageChoice);
  const words = (iso: string) => amsterdamText(iso, language, new Date());
  const meaning = () => {
    if (status === 'draft') return t('draftStaysHidden');
    if (from && until) return t('shownBetween', { from: words(from), until: words(until) });
    if (from) return t('shownFrom', { from: words(from) });
    if (until) return t('shownUntil', { until: words(until) });
    return t('shownAtOnce');
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1">
        <MomentField bound="from" control={control} />
        <MomentField bound="until" control={control} />
      </div>
      <p aria-live="polite" className="text-[0.8125rem]">
        {meaning()}
      </p>
      <p className="text-[0.8125rem] text-muted">{t('scheduleHint')}</p>
    </fieldset>
  );
}
