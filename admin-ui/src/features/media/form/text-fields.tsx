import type { MediaInput } from '@veldlicht/contract/media';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { nameWithoutExtension } from '../upload/file-checks.ts';
import { useFieldError } from './use-field-error.ts';

/** The title; says so gently while it is still the name of the file. */
export function TitleField({ fileName }: { fileName: string | null }) {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const title = form.watch('title').trim();
  const isFileName = fileName !== null && title !== '' && title === nameWithoutExtension(fileName);
  return (
    <Field
      label={t('title')}
      required
      error={fieldError('title')}
      hint={isFileName ? <span className="text-amber">{t('titleIsFileName')}</span> : undefined}
      className="sm:col-span-2"
    >
      <TextInput {...form.register('title')} autoComplete="off" />
    </Field>
  );
}

export function DescriptionField() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  return (
    <Field label={t('description')} error={fieldError('description')}>
      <TextArea rows={3} {...form.register('description')} />
    </Field>
  );
}

export function AltField() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  return (
    <Field label={t('alt')} hint={t('altHint')} error={fieldError('alt')}>
      <TextArea rows={2} {...form.register('alt')} />
    </Field>
  );
}

export function DateField() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  return (
    <Field label={t('date')} error={fieldError('date')}>
      <TextInput type="date" max="9999-12-31" {...form.register('date')} />
    </Field>
  );
}
