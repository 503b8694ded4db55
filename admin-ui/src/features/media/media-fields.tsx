/** The fields of an item in its form, and compact in the details of a draft. */
import { useQuery } from '@tanstack/react-query';
import { without } from '@veldlicht/contract/by-name';
import type { FileNotes } from '@veldlicht/contract/draft';
import {
  type GuardLevel,
  type GuardReason,
  levelOf,
  type Precision,
  precisionOf,
} from '@veldlicht/contract/guard';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { placeWords } from '@veldlicht/contract/media';
import { defaultLocationPrivacy, holdsPosition } from '@veldlicht/contract/position-shapes';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuardReasons } from '#features/species/guard-query.ts';
import { SpeciesField } from '#features/species/species-field.tsx';
import { callApi } from '#lib/api.ts';
import type { EntryNames } from './entry-names.ts';
import { useExactQuestion } from './exact-question.tsx';
import { ItemField } from './field-input.tsx';
import { type Faults, type FieldValues, isFileName } from './field-values.ts';
import { draftNames } from './fields.ts';
import { FileNotesField } from './upload/file-notes.tsx';

/** Returns what visitors will read, or null for nothing. Only the server knows the villages that name areas. */
function usePublicWords(
  id: string | undefined,
  location: string,
  precision: Precision,
): string | null {
  const { t } = useTranslation();
  const isArea = precision === 'block' || precision === 'region';
  const isAsked = isArea && defaultLocationPrivacy(location) === 'approximate';
  const payload = { id, location, precision };
  const { data } = useQuery({
    queryKey: ['place', id, location, precision],
    queryFn: () => callApi('POST', '/api/admin/media/place', { payload, schema: placeWords }),
    enabled: isAsked,
  });
  if (precision === 'exact') return location;
  if (!isAsked) return null;
  return data ? data.place : t(precision === 'block' ? 'visitorsSeeArea' : 'visitorsSeeRegion');
}

const privacyHints = {
  exact: 'privacyExactHint',
  approximate: 'privacyApproximateHint',
  hidden: 'privacyHiddenHint',
} as const satisfies Record<LocationPrivacy, string>;

interface PrivacyFieldProps {
  id: string | undefined;
  value: LocationPrivacy;
  /** Trimmed. */
  location: string;
  /** The guard's limit; null for none. */
  guard: GuardLevel | null;
  compact: boolean;
  disabled: boolean;
  className: string;
  onChange: (change: Pick<FieldValues, 'locationPrivacy'>) => void;
}

/** The privacy of a place and what visitors will read; asks before it publishes a position. */
function PrivacyField(props: PrivacyFieldProps) {
  const { id, location, value: privacy, guard, onChange, disabled, className, compact } = props;
  const { t } = useTranslation();
  const precision = precisionOf(privacy, guard);
  const isGuarded = precision !== precisionOf(privacy, null);
  const words = usePublicWords(id, location, precision);
  const { choose, question } = useExactQuestion(location, privacy, (next) =>
    onChange({ locationPrivacy: next }),
  );
  const hint = !compact && t(isGuarded ? 'privacyGuardedHint' : privacyHints[privacy]);
  return (
    <>
      <ItemField
        name="locationPrivacy"
        value={privacy}
        hint={hint}
        disabled={disabled}
        className={className}
        onChange={({ locationPrivacy }) => choose(locationPrivacy)}
      />
      {question}
      {location && (
        <p
          aria-live="polite"
          className={`col-span-full flex items-center gap-2 rounded-md bg-moss-wash px-3 py-2 ${compact ? 'text-small' : ''}`}
        >
          <Eye className="size-4 shrink-0 text-moss" />
          <span className="min-w-0 wrap-anywhere">
            {t('visitorsSee')}:{' '}
            <strong className="font-medium">{words ?? t('visitorsSeeNothing')}</strong>
            {isGuarded && ` ${t('visitorsSeeGuarded')}`}
          </span>
        </p>
      )}
    </>
  );
}

/** Without species, which follow below. The form shows the type with the file. */
const compactFields = without(draftNames, ['species']);
const formFields = without(compactFields, ['type']);
type FormField = (typeof compactFields)[number];

const half = 'col-span-full sm:col-span-3';
const widths: Partial<Record<FormField, string>> = {
  category: half,
  date: half,
  location: half,
  locationPrivacy: half,
};
const third = 'sm:col-span-2';
const compactWidths = { ...widths, category: `col-span-full ${third}`, type: third, date: third };
const isTold = (name: string) => publicTextFields.some((told) => told === name);

const nothing: readonly GuardReason[] = [];
const missing = { title: 'titleRequired', category: 'chooseCategory' } as const;

interface MediaFieldsProps {
  values: FieldValues;
  /** Reasons by names of fields. */
  faults: Faults;
  names: EntryNames;
  /** Of an existing item, whose area may be that of its outing. */
  id?: string | undefined;
  /** Reasons of the guard found by the server, such as neighbours in time. */
  stored?: readonly GuardReason[];
  /** Warns if the title is still this name. */
  fileName: string | null;
  notes: FileNotes;
  /** Called with a tag made of a keyword. Stable. */
  onTag: (tag: string) => void;
  /** For drafts: smaller, with the type, and with a warning of positions in texts. */
  compact?: boolean;
  disabled?: boolean;
  /** Stable. */
  onChange: (change: Partial<FieldValues>) => void;
}

export function MediaFields(props: MediaFieldsProps) {
  const { values, faults, names, fileName, compact = false, disabled = false, onChange } = props;
  const { stored = nothing, notes, onTag } = props;
  const { t } = useTranslation();
  const guard = levelOf(useGuardReasons(values, stored));
  const errorOf = (name: keyof FieldValues) => {
    const fault = faults[name];
    const isMissing = fault === 'required_fields' && (name === 'title' || name === 'category');
    return isMissing ? t(missing[name]) : fault;
  };
  const { title, location, tags } = values;
  const isUnnamed = isFileName(title, fileName);
  const noticeOf = (name: FormField) => {
    const text = values[name];
    if (compact && isTold(name) && typeof text === 'string' && holdsPosition(text))
      return t('coordinatesHere');
    return name === 'title' && isUnnamed && t('titleIsFileName');
  };
  const hints: Partial<Record<FormField, ReactNode>> = {
    category: names.isLoaded && names.categories.length === 0 && t('noCategories'),
    tags: names.isLoaded && names.tags.length === 0 && tags.length === 0 && t('noTags'),
    alt: t('altHint'),
    location: !compact && t('locationHint'),
  };
  const hintOf = (name: FormField) => {
    const notice = noticeOf(name);
    return notice ? <span className="text-amber">{notice}</span> : hints[name];
  };
  const width = compact ? compactWidths : widths;
  const field = (name: FormField) => {
    const shared = { disabled, compact, onChange, className: width[name] ?? 'col-span-full' };
    if (name === 'locationPrivacy')
      return (
        <PrivacyField
          key={name}
          {...shared}
          location={location.trim()}
          id={props.id}
          value={values.locationPrivacy}
          guard={guard}
        />
      );
    const isRequired = name === 'title' || name === 'category';
    return (
      <ItemField
        key={name}
        {...shared}
        name={name}
        value={values[name]}
        error={errorOf(name)}
        hint={hintOf(name)}
        required={isRequired}
      />
    );
  };
  return (
    <>
      <fieldset
        disabled={disabled}
        className={`grid min-w-0 grid-cols-2 sm:grid-cols-6 ${compact ? 'gap-4' : 'gap-5'}`}
      >
        {(compact ? compactFields : formFields).map(field)}
        <FileNotesField
          notes={notes}
          tags={names.tags}
          chosen={tags}
          disabled={disabled}
          onTag={onTag}
        />
      </fieldset>
      <SpeciesField
        value={values.species}
        onChange={(species) => onChange({ species })}
        date={values.date}
        title={title}
        keywords={[...notes.keywords, ...tags]}
        stored={stored}
        disabled={disabled}
        error={errorOf('species')}
      />
    </>
  );
}
