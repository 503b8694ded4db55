/** The fields of a photo or video: in its form, and compact in the details of the bulk upload. */
import { useQuery } from '@tanstack/react-query';
import { type FileNotes, nameWithoutExtension } from '@veldlicht/contract/draft';
import {
  type GuardLevel,
  type GuardReason,
  levelOf,
  type Precision,
  precisionOf,
} from '@veldlicht/contract/guard';
import { type LocationPrivacy, locationPrivacies } from '@veldlicht/contract/location';
import { type MediaType, placeWords } from '@veldlicht/contract/media';
import { VISIBLE } from '@veldlicht/contract/name';
import {
  defaultLocationPrivacy,
  holdsPosition,
  isWordsOnly,
} from '@veldlicht/contract/position-shapes';
import { Eye, X } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { useGuardReasons } from '#features/species/guard-query.ts';
import { callApi } from '#lib/api.ts';
import { categoryText } from '#lib/field-words.ts';
import { categoriesQuery } from '#lib/queries.ts';
import { type Faults, type FieldValues, plainTexts, privacyTexts } from './field-values.ts';
import { NewTag } from './new-tag.tsx';
import { FieldControl, PlainFields } from './plain-fields.tsx';
import { FileNotesField } from './upload/file-notes.tsx';

type EntryNames = ReturnType<typeof useEntryNames>;

/**
 * Categories and tags in the owner's order: asked for anew whenever a media dialog opens (spec §7); fields
 * that open together share one call.
 */
export function useEntryNames() {
  const { data, isSuccess } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  return useMemo(() => {
    const namesOf = (type: 'category' | 'tag') =>
      (data ?? []).filter((entry) => entry.type === type).map(({ name }) => name);
    return { categories: namesOf('category'), tags: namesOf('tag'), isLoaded: isSuccess };
  }, [data, isSuccess]);
}

/** With those that are chosen: one that was renamed meanwhile is still shown. */
function withChosen(names: readonly string[], chosen: readonly string[]): string[] {
  return [...names, ...chosen.filter((name) => name && !names.includes(name))];
}

/** What a field needs; it is drawn again only when one of these changes. */
interface FieldProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  disabled?: boolean;
  className?: string;
}

const CategoryField = memo(function CategoryField(
  props: FieldProps<string> & { names: EntryNames },
) {
  const { names, value, onChange, error, disabled = false, className = '' } = props;
  const { t } = useTranslation();
  return (
    <Field
      label={t('category')}
      required
      hint={names.isLoaded && names.categories.length === 0 && t('noCategories')}
      error={error}
      className={className}
    >
      <SearchSelect
        options={withChosen(names.categories, [value]).map((name) => ({
          value: name,
          label: categoryText(name),
        }))}
        placeholder={t('chooseCategory')}
        value={value}
        disabled={disabled}
        onChange={onChange}
      />
    </Field>
  );
});

export const TypeField = memo(function TypeField(props: FieldProps<MediaType> & { hint?: string }) {
  const { value, onChange, hint, disabled = false, className = '' } = props;
  const { t } = useTranslation();
  const options = [
    { value: 'photo', label: t('photo') },
    { value: 'video', label: t('video') },
  ] as const;
  return (
    <Field label={t('type')} hint={hint} className={className}>
      <Select options={options} value={value} disabled={disabled} onChange={onChange} />
    </Field>
  );
});

interface TagsFieldProps extends FieldProps<string[]> {
  names: EntryNames;
  /** The chosen ones are above as chips that can be taken off; all others scroll. */
  compact: boolean;
}

/** Toggle buttons for all tags. */
const TagsField = memo(function TagsField(props: TagsFieldProps) {
  const { names, value: chosen, onChange, error, compact } = props;
  const { t } = useTranslation();
  const options = withChosen(names.tags, chosen);
  return (
    <Field
      label={t('tags')}
      hint={names.isLoaded && options.length === 0 && t('noTags')}
      error={error}
      className="col-span-full"
    >
      {compact && chosen.length > 0 && (
        <ul aria-label={t('chosenTags')} className="flex flex-wrap gap-1.5">
          {chosen.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t('removeTag', { tag })}
                onClick={() => onChange(chosen.filter((other) => other !== tag))}
                className="inline-flex h-7 items-center gap-1 rounded-full bg-moss pr-2 pl-3 text-[0.8125rem] font-medium text-on-moss transition-colors duration-150 hover:bg-moss-hover disabled:cursor-not-allowed disabled:opacity-60"
              >
                {tag}
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {options.length > 0 && (
        <div className={compact ? '-m-1 max-h-32 overflow-y-auto p-1' : 'contents'}>
          <ToggleChips options={options} chosen={chosen} onChange={onChange} />
        </div>
      )}
      <NewTag
        tags={names.tags}
        onTag={(tag) => onChange(chosen.includes(tag) ? chosen : [...chosen, tag])}
      />
    </Field>
  );
});

/** What visitors will read; null for nothing. Only the server knows the villages that areas are told by. */
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

interface PrivacyFieldProps extends FieldProps<LocationPrivacy> {
  id: string | undefined;
  /** Trimmed. */
  location: string;
  /** What the guard allows; null: all. */
  guard: GuardLevel | null;
  compact: boolean;
}

/**
 * What visitors may know of a place, and what that comes to (product decisions §4); asks before it shows
 * more than words.
 */
function PrivacyField(props: PrivacyFieldProps) {
  const { id, location, value: privacy, guard, onChange, disabled, className, compact } = props;
  const { t } = useTranslation();
  const precision = precisionOf(privacy, guard);
  const isGuarded = precision !== precisionOf(privacy, null);
  const words = usePublicWords(id, location, precision);
  /** The text that is asked about: typing on takes the question away. */
  const [asked, setAsked] = useState<string | null>(null);
  const options = locationPrivacies.map((value) => ({ value, label: t(privacyTexts[value]) }));
  const choose = (next: LocationPrivacy) => {
    setAsked(null);
    onChange(next);
  };
  const ask = (next: LocationPrivacy) => {
    const isDoubtful = next === 'exact' && next !== privacy && !isWordsOnly(location);
    if (isDoubtful) setAsked(location);
    else choose(next);
  };
  const hint = !compact && t(isGuarded ? 'privacyGuardedHint' : privacyHints[privacy]);
  return (
    <>
      <Field label={t('locationPrivacy')} hint={hint} className={className}>
        <Select options={options} value={privacy} disabled={disabled} onChange={ask} />
      </Field>
      {location && asked === location && (
        <div role="alert" className="col-span-full grid gap-3 rounded-md bg-amber-wash px-3 py-3">
          <p className="min-w-0 wrap-anywhere">{t('exactAsk', { place: location })}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" autoFocus onClick={() => choose('exact')}>
              {t('exactConfirm')}
            </Button>
            <Button size="sm" look="secondary" onClick={() => setAsked(null)}>
              {t('cancel')}
            </Button>
          </div>
        </div>
      )}
      {location && asked !== location && (
        <p
          aria-live="polite"
          className={`col-span-full flex items-center gap-2 rounded-md bg-moss-wash px-3 py-2 ${compact ? 'text-[0.8125rem]' : ''}`}
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

const nothing: readonly GuardReason[] = [];
const missing = { title: 'titleRequired', category: 'chooseCategory' } as const;

interface MediaFieldsProps {
  values: FieldValues;
  /** Reasons by the names of the fields. */
  faults: Faults;
  names: EntryNames;
  /** Of an item that is there, which may have the area of its outing. */
  id?: string | undefined;
  /** What the server found of its guard, for the neighbours in time. */
  stored?: readonly GuardReason[];
  /** The file whose name a new title is; a title that still is says so. */
  fileName: string | null;
  notes: FileNotes;
  /** A keyword of the file has become a tag; the same function for the life of the fields. */
  onTag: (tag: string) => void;
  /** In the bulk upload: smaller, with type and all texts, and with a word about positions in texts. */
  compact?: boolean;
  disabled?: boolean;
  /** The same function for the life of the fields. */
  onChange: (change: Partial<FieldValues>) => void;
}

export function MediaFields(props: MediaFieldsProps) {
  const { values, faults, names, fileName, compact = false, disabled = false, onChange } = props;
  const { stored = nothing, notes, onTag } = props;
  const { t } = useTranslation();
  const guard = levelOf(useGuardReasons(values, stored));
  const on = useMemo(
    () => ({
      category: (category: string) => onChange({ category }),
      type: (type: MediaType) => onChange({ type }),
      privacy: (locationPrivacy: LocationPrivacy) => onChange({ locationPrivacy }),
      tags: (tags: string[]) => onChange({ tags }),
    }),
    [onChange],
  );
  const errorOf = (name: keyof FieldValues) => {
    const fault = faults[name];
    const isMissing = fault === 'required_fields' && (name === 'title' || name === 'category');
    return isMissing ? t(missing[name]) : fault;
  };
  const { title, location, locationPrivacy, category, tags, type } = values;
  const isFileName =
    fileName !== null && VISIBLE.test(title) && title.trim() === nameWithoutExtension(fileName);
  const hasPosition = compact && holdsPosition(title);
  const titleHint = hasPosition ? t('coordinatesHere') : isFileName && t('titleIsFileName');
  const third = compact ? 'sm:col-span-2' : 'max-sm:col-span-full sm:col-span-3';
  const own = compact ? 'col-span-full sm:col-span-2' : third;
  const half = 'col-span-full sm:col-span-3';
  const dateField = (
    <Field label={t('date')} error={errorOf('date')} className={compact ? third : half}>
      <FieldControl name="date" value={values.date} onChange={onChange} />
    </Field>
  );
  return (
    <fieldset
      disabled={disabled}
      className={`grid min-w-0 grid-cols-2 sm:grid-cols-6 ${compact ? 'gap-4' : 'gap-5'}`}
    >
      <Field
        label={t('title')}
        required
        error={errorOf('title')}
        hint={titleHint && <span className="text-amber">{titleHint}</span>}
        className="col-span-full"
      >
        <TextInput
          autoComplete="off"
          value={title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      {!compact && dateField}
      <CategoryField
        names={names}
        value={category}
        error={errorOf('category')}
        disabled={disabled}
        onChange={on.category}
        className={own}
      />
      {compact && (
        <TypeField value={type} disabled={disabled} onChange={on.type} className={third} />
      )}
      {compact && dateField}
      <PlainFields
        names={compact ? plainTexts : ['description']}
        values={values}
        faults={faults}
        compact={compact}
        onChange={onChange}
      />
      <Field
        label={t('location')}
        error={errorOf('location')}
        hint={!compact && t('locationHint')}
        className={half}
      >
        <FieldControl name="location" value={location} onChange={onChange} />
      </Field>
      <PrivacyField
        location={location.trim()}
        id={props.id}
        value={locationPrivacy}
        guard={guard}
        disabled={disabled}
        compact={compact}
        className={half}
        onChange={on.privacy}
      />
      <TagsField
        compact={compact}
        names={names}
        value={tags}
        error={errorOf('tags')}
        onChange={on.tags}
      />
      <FileNotesField
        notes={notes}
        tags={names.tags}
        chosen={tags}
        disabled={disabled}
        onTag={onTag}
      />
    </fieldset>
  );
}
