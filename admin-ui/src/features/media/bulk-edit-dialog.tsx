import { pick } from '@veldlicht/contract/by-name';
import type { MediaItem } from '@veldlicht/contract/media';
import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { optionsOf, Select } from '#components/ui/select.tsx';
import { categoryText } from '#lib/field-words.ts';
import { notify } from '#lib/notify.ts';
import { useEntryNames } from './entry-names.ts';
import { FieldInput } from './field-input.tsx';
import { initialValues } from './field-values.ts';
import { draftNames, type FieldName, fieldNames, isForMany } from './fields.ts';
import { shownSpecies } from './media-filter.ts';
import { NewTag } from './new-tag.tsx';
import type { Changed, Edit, MediaRow, RowChange } from './table/row-change.ts';

/** The ways to change tags: the field that the API has for it, and its words. */
const tagModes = {
  add: { field: 'addTags', text: 'tagsAdd', hint: 'tagsAddHint' },
  remove: { field: 'removeTags', text: 'remove', hint: 'tagsRemoveHint' },
  replace: { field: 'tags', text: 'replace', hint: 'tagsReplaceHint' },
} as const;
type TagMode = keyof typeof tagModes;
// Cast: `keys` forgets the names.
const modeNames = Object.keys(tagModes) as TagMode[];

/** Fields that always show (spec §2). */
const always: readonly FieldName[] = ['category', 'tags', 'featured'];
type MoreField =
  | Exclude<FieldName, 'category' | 'tags' | 'featured'>
  | 'addSpecies'
  | 'removeSpecies';

/** Many rows can gain and lose species, but not have them replaced. */
const moreOf = (names: readonly FieldName[]): MoreField[] =>
  names
    .filter((name) => isForMany(name) && !always.includes(name))
    .flatMap(
      (name) => (name === 'species' ? ['addSpecies', 'removeSpecies'] : name) as MoreField[],
    );
const moreFields = { items: moreOf(fieldNames), drafts: moreOf(draftNames) };

const startOf = (): Required<Pick<RowChange, MoreField>> => ({
  ...pick(initialValues(null), fieldNames),
  locationPrivacy: 'approximate',
  addSpecies: [],
  removeSpecies: [],
});

interface BulkValues {
  tagMode: TagMode;
  tags: readonly string[];
  /** The other fields; an empty text clears it everywhere. */
  change: { [Name in keyof RowChange]?: RowChange[Name] | undefined };
}

export const unchanged: BulkValues = { tagMode: 'add', tags: [], change: {} };

/** The change, or null when nothing was chosen (spec §5: at least one field). */
export function bulkChange({ tagMode, tags, change }: BulkValues): RowChange | null {
  const given = Object.entries({ ...change, [tagModes[tagMode].field]: tags });
  // An empty list is no change: replacing by nothing would be too easy a mistake.
  const meant = given.filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
  return meant.length > 0 ? Object.fromEntries(meant) : null;
}

/** Tags to choose from: all there are, but only those in use when some are to go. */
export function offeredTags(
  mode: TagMode,
  all: readonly string[],
  items: readonly Pick<MediaItem, 'tags'>[],
): string[] {
  if (mode !== 'remove') return [...all];
  const used = new Set(items.flatMap(({ tags }) => tags));
  return all.filter((name) => used.has(name));
}

interface MoreFieldsProps {
  names: readonly MoreField[];
  /** Species on the selected rows, by label. */
  shown: ReadonlyMap<string, string>;
  values: BulkValues['change'];
  onChange: (change: BulkValues['change']) => void;
}

/** Adds and removes further fields; absent fields stay unchanged. */
function MoreFields({ names, shown, values, onChange }: MoreFieldsProps) {
  const { t } = useTranslation();
  const isAsked = (name: MoreField) => values[name] !== undefined;
  const others = names.filter((name) => !isAsked(name));
  const hintOf = (name: MoreField) => {
    if (name === 'removeSpecies') return shown.size === 0 && t('noSpeciesOnSelection');
    return !values[name] && t('emptyClears');
  };
  const { removeSpecies: removed = [] } = values;
  const inputOf = (name: MoreField) => {
    if (name !== 'removeSpecies')
      return (
        <FieldInput
          name={name === 'addSpecies' ? 'species' : name}
          value={values[name] ?? startOf()[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      );
    return (
      shown.size > 0 && (
        <ToggleChips
          options={[...shown.keys()]}
          chosen={[...shown].flatMap(([label, one]) => (removed.includes(one) ? label : []))}
          onChange={(labels) => {
            const names = labels.flatMap((label) => shown.get(label) ?? []);
            onChange({ removeSpecies: names });
          }}
        />
      )
    );
  };
  return (
    <>
      {names.filter(isAsked).map((name) => (
        <div key={name} className="flex items-start gap-2">
          <Field label={t(name)} hint={hintOf(name)} className="min-w-0 flex-1">
            {inputOf(name)}
          </Field>
          <IconButton
            icon={X}
            label={t('leaveField', { field: t(name) })}
            className="mt-6"
            onClick={() => onChange({ [name]: undefined })}
          />
        </div>
      ))}
      {others.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-small text-muted">{t('alsoChange')}</p>
          <div className="flex flex-wrap gap-2">
            {others.map((name) => (
              <Button
                key={name}
                look="secondary"
                size="sm"
                onClick={() => onChange({ [name]: startOf()[name] })}
              >
                <Plus className="size-4" />
                {t(name)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

interface BulkEditDialogProps {
  of: 'items' | 'drafts';
  rows: readonly MediaRow[];
  onChange: (edits: readonly Edit[]) => Changed;
  onClose: () => void;
}

/** Edits many rows at once by the changes of their cells (spec §2). */
export function BulkEditDialog({ of, rows, onChange, onClose }: BulkEditDialogProps) {
  const { t } = useTranslation();
  const { categories, tags: allTags } = useEntryNames();
  const [values, setValues] = useState<BulkValues>(unchanged);
  const [state, setState] = useState<'open' | 'refused' | 'pending'>('open');
  const isPending = state === 'pending';
  const set = (part: Partial<BulkValues>) => {
    setState('open');
    setValues((last) => ({ ...last, ...part }));
  };
  const put = (change: BulkValues['change']) => set({ change: { ...values.change, ...change } });
  const { category = '', featured } = values.change;
  const fields = useMemo(() => rows.map((row) => row.fields), [rows]);
  const shown = useMemo(() => shownSpecies(fields), [fields]);
  const tags = offeredTags(values.tagMode, allTags, fields);
  const change = bulkChange(values);

  const save = async () => {
    if (!change) {
      setState('refused');
      notify.error(t('error'), t('selectOneField'));
      return;
    }
    setState('pending');
    const { isDone } = onChange([{ ids: rows.map(({ id }) => id), change, isBulk: true }]);
    if (await isDone) onClose();
    else setState('open');
  };

  return (
    <FormDialog
      title={t('bulkEdit')}
      description={t('itemsSelected', { number: String(rows.length) })}
      pending={isPending}
      unsaved={change !== null && !isPending}
      discardText={t('discardBulkText')}
      note={
        state === 'refused' && (
          <p className="mr-auto text-small text-danger max-sm:w-full">{t('selectOneField')}</p>
        )
      }
      onSubmit={save}
      onClose={() => isPending || onClose()}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('category')}>
          <SearchSelect
            none={t('leaveAsIs')}
            options={optionsOf(categories, categoryText)}
            value={category}
            onChange={(name) => put({ category: name || undefined })}
          />
        </Field>
        <Field label={t('changeTags')} hint={t(tagModes[values.tagMode].hint)}>
          <Select
            options={optionsOf(modeNames, (mode) => t(tagModes[mode].text))}
            value={values.tagMode}
            onChange={(tagMode) => {
              const offered = offeredTags(tagMode, allTags, fields);
              set({ tagMode, tags: values.tags.filter((name) => offered.includes(name)) });
            }}
          />
        </Field>
        <Field
          label={t('tags')}
          hint={
            tags.length === 0 && t(values.tagMode === 'remove' ? 'noTagsOnSelection' : 'noTags')
          }
        >
          {tags.length > 0 && (
            <ToggleChips
              options={tags}
              chosen={values.tags}
              onChange={(chosen) => set({ tags: chosen })}
            />
          )}
          {values.tagMode !== 'remove' && (
            <NewTag
              tags={allTags}
              onTag={(tag) => set({ tags: [...new Set([...values.tags, tag])] })}
            />
          )}
        </Field>
        {of === 'items' && (
          <Field label={t('featured')}>
            <Select
              none={t('leaveAsIs')}
              options={[
                { value: 'true', label: t('featuredYes') },
                { value: 'false', label: t('featuredNo') },
              ]}
              value={featured === undefined ? '' : `${featured}`}
              onChange={(chosen) => put({ featured: chosen ? chosen === 'true' : undefined })}
            />
          </Field>
        )}
        <MoreFields names={moreFields[of]} shown={shown} values={values.change} onChange={put} />
      </div>
    </FormDialog>
  );
}
