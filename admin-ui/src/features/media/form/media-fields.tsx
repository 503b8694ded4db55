/** The fields of the media form, apart from its file. */
import type { LocationPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaItem } from '@veldlicht/contract/media';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { type ReactNode, useRef, useState } from 'react';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { amsterdamText, fromAmsterdam, toAmsterdam } from '#lib/amsterdam-time.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { CategoryField, TagsField, useEntryNames } from '../fields/entry-fields.tsx';
import { PrivacyField } from '../fields/privacy-field.tsx';
import { nameWithoutExtension } from '../upload/file-checks.ts';
import { suggestedPrivacy } from './form-values.ts';

const missing = { title: 'titleRequired', category: 'categoryRequired' } as const;

/** The error of a field in the current language; the required ones say what is missing. */
function useFieldError() {
  const { t } = useTranslation();
  const { errors } = useFormContext<MediaInput>().formState;
  return (name: keyof MediaInput): string | undefined => {
    const message = errors[name]?.message;
    if (typeof message !== 'string' || message === '') return undefined;
    // Cast: only the required fields have an entry.
    const key = missing[name as keyof typeof missing];
    return message === 'required_fields' && key ? t(key) : serverText(message);
  };
}

interface FormFieldProps {
  name: 'title' | 'description' | 'alt' | 'date' | 'location' | 'publishFrom' | 'publishUntil';
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** A field that is called as in the form, with what is wrong with it. */
function FormField({ name, ...props }: FormFieldProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  return <Field label={t(name)} error={fieldError(name)} {...props} />;
}

/** What the item is called, shows and belongs to. `fileName`: of the file that was chosen, if any. */
export function TextFields({
  fileName,
  children,
}: {
  fileName: string | null;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const names = useEntryNames();
  const title = form.watch('title').trim();
  const isFileName = fileName !== null && title !== '' && title === nameWithoutExtension(fileName);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          name="title"
          required
          hint={isFileName ? <span className="text-amber">{t('titleIsFileName')}</span> : undefined}
          className="sm:col-span-2"
        >
          <TextInput {...form.register('title')} autoComplete="off" />
        </FormField>
        <FormField name="date">
          <TextInput type="date" max="9999-12-31" {...form.register('date')} />
        </FormField>
        <Controller
          name="category"
          control={form.control}
          render={({ field }) => (
            <CategoryField
              names={names}
              category={field.value}
              error={fieldError('category')}
              onChange={field.onChange}
            />
          )}
        />
      </div>
      <FormField name="description">
        <TextArea rows={3} {...form.register('description')} />
      </FormField>
      {children}
      <Controller
        name="tags"
        control={form.control}
        render={({ field }) => (
          <TagsField
            names={names}
            chosen={field.value ?? []}
            error={fieldError('tags')}
            onChange={field.onChange}
          />
        )}
      />
      <FormField name="alt" hint={t('altHint')}>
        <TextArea rows={2} {...form.register('alt')} />
      </FormField>
    </>
  );
}

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
  const chosenByHand = useRef(false);
  const [location, privacy = 'exact'] = form.watch(['location', 'locationPrivacy']);
  const setPrivacy = (next: LocationPrivacy) =>
    form.setValue('locationPrivacy', next, { shouldDirty: true });

  const onLocation = (text: string) => {
    // "Exact" was chosen for the text before.
    if (chosenByHand.current && (privacy !== 'exact' || isWordsOnly(text))) return;
    chosenByHand.current = false;
    setPrivacy(suggestedPrivacy(item, text));
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormField name="location" hint={t('locationHint')}>
        <TextInput
          {...form.register('location', { onChange: (event) => onLocation(event.target.value) })}
        />
      </FormField>
      <PrivacyField
        location={(location ?? '').trim()}
        privacy={privacy}
        hint={t(privacyHints[privacy])}
        onChoose={(next) => {
          chosenByHand.current = true;
          onPrivacyChosen();
          setPrivacy(next);
        }}
      />
    </div>
  );
}

/** A moment on Amsterdam's clocks; the form has it as an instant. */
function MomentField({ name }: { name: 'publishFrom' | 'publishUntil' }) {
  const bound = name === 'publishFrom' ? 'from' : 'until';
  const { field } = useController<MediaInput, typeof name>({ name });
  const shown = field.value ? toAmsterdam(field.value) : '';
  // What is typed stays as it is until the field is left, also while it means another time.
  const [typed, setTyped] = useState(shown);
  return (
    <FormField name={name}>
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
    </FormField>
  );
}

/** From when until when it is on the site, and what that comes to (product decisions §5). */
function ScheduleFields() {
  const { t } = useTranslation();
  const [from, until, status] = useFormContext<MediaInput>().watch([
    'publishFrom',
    'publishUntil',
    'status',
  ]);
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
        <MomentField name="publishFrom" />
        <MomentField name="publishUntil" />
      </div>
      <p aria-live="polite" className="text-[0.8125rem]">
        {meaning()}
      </p>
      <p className="text-[0.8125rem] text-muted">{t('scheduleHint')}</p>
    </fieldset>
  );
}

/** What it is and where it shows; below the picture. */
export function VisibilityFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const [status = 'published', type = 'photo', featured = false] = form.watch([
    'status',
    'type',
    'featured',
  ]);
  const dirty = { shouldDirty: true };
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('status')}>
          <Select
            options={[
              { value: 'published', label: t('published') },
              { value: 'draft', label: t('draft') },
            ]}
            value={status}
            onChange={(next) => form.setValue('status', next, dirty)}
          />
        </Field>
        <Field label={t('type')} hint={t('typeHint')}>
          <Select
            options={[
              { value: 'photo', label: t('photo') },
              { value: 'video', label: t('video') },
            ]}
            value={type}
            onChange={(next) => form.setValue('type', next, dirty)}
            disabled={!isNew}
          />
        </Field>
      </div>
      <ScheduleFields />
      <Switch
        label={t('featured')}
        hint={t('featuredHint')}
        checked={featured}
        onChange={(next) => form.setValue('featured', next, dirty)}
      />
    </>
  );
}
