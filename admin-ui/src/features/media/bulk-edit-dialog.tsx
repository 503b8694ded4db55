import { objectOf, without } from '@veldlicht/contract/by-name';
import { bulkFields } from '@veldlicht/contract/item-fields';
import { locationPrivacies } from '@veldlicht/contract/location';
import type { MediaBulkChange, MediaItem } from '@veldlicht/contract/media';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { SpeciesNames } from '#features/species/species-input.tsx';
import { categoryText } from '#lib/field-words.ts';
import { notify } from '#lib/notify.ts';
import { privacyTexts } from './field-values.ts';
import { MomentField } from './form/visibility-fields.tsx';
import { useEntryNames } from './media-fields.tsx';
import { shownSpecies } from './media-filter.ts';
import { useBulkUpdate } from './media-queries.ts';
import { NewTag } from './new-tag.tsx';
import { FieldControl } from './plain-fields.tsx';

/** The ways to change tags: the field that the API has for it, and its words. */
const tagModes = {
  add: { field: 'addTags', text: 'tagsAdd', hint: 'tagsAddHint' },
  remove: { field: 'removeTags', text: 'remove', hint: 'tagsRemoveHint' },
  replace: { field: 'tags', text: 'replace', hint: 'tagsReplaceHint' },
} as const;
type TagMode = keyof typeof tagModes;

/** What further fields hold when they are asked for, in their order. */
const startOf = {
  status: 'published',
  publishFrom: null,
  publishUntil: null,
  location: '',
  locationPrivacy: 'approximate',
  date: '',
  addSpecies: [] as string[],
  removeSpecies: [] as string[],
  ...objectOf(without(bulkFields, ['location', 'date']), () => ''),
} satisfies MediaBulkChange;
type MoreField = keyof typeof startOf;
type MoreValues = Pick<MediaBulkChange, MoreField>;
// Cast: `keys` forgets the names.
const moreFields = Object.keys(startOf) as MoreField[];

interface BulkValues {
  /** '' leaves it as it is. */
  category: string;
  tagMode: TagMode;
  tags: readonly string[];
  featured: 'keep' | 'yes' | 'no';
  /** Fields that were asked for; an empty text clears it everywhere. */
  more: MoreValues;
}

export const unchanged: BulkValues = {
  category: '',
  tagMode: 'add',
  tags: [],
  featured: 'keep',
  more: {},
};

/** The change, or null when nothing was chosen (spec §5: at least one field). */
export function bulkChange(values: BulkValues): MediaBulkChange | null {
  const { category, tagMode, tags, featured, more } = values;
  const change: MediaBulkChange = {
    ...(category && { category }),
    // No tags chosen: none of the three; replacing by nothing would be too easy a mistake.
    ...(tags.length > 0 && { [tagModes[tagMode].field]: [...tags] }),
    ...(featured !== 'keep' && { featured: featured === 'yes' }),
    ...Object.fromEntries(
      // Of these, none chosen is no change.
      Object.entries(more).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    ),
  };
  return Object.keys(change).length > 0 ? change : null;
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
  items: readonly MediaItem[];
  values: MoreValues;
  onChange: (values: MoreValues) => void;
}

/** Further fields, each only once it is asked for: what is not there is left as it is. */
function MoreFields({ items, values, onChange }: MoreFieldsProps) {
  const { t } = useTranslation();
  const shown = useMemo(() => shownSpecies(items), [items]);
  const removed = values.removeSpecies ?? [];
  const asked = moreFields.filter((name) => name in values);
  const others = moreFields.filter((name) => !(name in values));
  const set = (change: MoreValues) => onChange({ ...values, ...change });
  const hintOf = (name: MoreField) => {
    if (name === 'removeSpecies') return shown.size === 0 && t('noSpeciesOnSelection');
    return !values[name] && t('emptyClears');
  };
  const inputs: Record<Exclude<MoreField, 'publishFrom' | 'publishUntil'>, ReactNode> = {
    status: (
      <Select
        options={(['published', 'draft'] as const).map((value) => ({ value, label: t(value) }))}
        value={values.status ?? startOf.status}
        onChange={(status) => set({ status })}
      />
    ),
    locationPrivacy: (
      <Select
        options={locationPrivacies.map((value) => ({ value, label: t(privacyTexts[value]) }))}
        value={values.locationPrivacy ?? startOf.locationPrivacy}
        onChange={(locationPrivacy) => set({ locationPrivacy })}
      />
    ),
    ...objectOf(bulkFields, (name) => (
      <FieldControl name={name} value={values[name] ?? ''} onChange={set} />
    )),
    addSpecies: (
      <SpeciesNames
        value={values.addSpecies ?? []}
        onChange={(addSpecies) => set({ addSpecies })}
      />
    ),
    removeSpecies: shown.size > 0 && (
      <ToggleChips
        options={[...shown.keys()]}
        chosen={[...shown].flatMap(([label, name]) => (removed.includes(name) ? label : []))}
        onChange={(labels) =>
          set({ removeSpecies: labels.flatMap((label) => shown.get(label) ?? []) })
        }
      />
    ),
  };
  return (
    <>
      {asked.map((name) => (
        <div key={name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {name === 'publishFrom' || name === 'publishUntil' ? (
              <MomentField
                name={name}
                value={values[name] ?? null}
                onChange={(moment) => set({ [name]: moment })}
              />
            ) : (
              <Field label={t(name)} hint={hintOf(name)}>
                {inputs[name]}
              </Field>
            )}
          </div>
          <IconButton
            icon={X}
            label={t('leaveField', { field: t(name) })}
            className="mt-6"
            onClick={() => {
              const { [name]: _, ...rest } = values;
              onChange(rest);
            }}
          />
        </div>
      ))}
      {others.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-[0.8125rem] text-muted">{t('alsoChange')}</p>
          <div className="flex flex-wrap gap-2">
            {others.map((name) => (
              <Button
                key={name}
                look="secondary"
                size="sm"
                onClick={() => set({ [name]: startOf[name] })}
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
  items: readonly MediaItem[];
  onClose: () => void;
}

/** Any field of many items at once (spec §2, product decisions §2, next.md §4). */
export function BulkEditDialog({ items, onClose }: BulkEditDialogProps) {
  const { t } = useTranslation();
  const update = useBulkUpdate();
  const { categories, tags: allTags } = useEntryNames();
  const [values, setValues] = useState<BulkValues>(unchanged);
  const [refused, setRefused] = useState(false);
  const set = (part: Partial<BulkValues>) => {
    setRefused(false);
    setValues((last) => ({ ...last, ...part }));
  };
  const tags = offeredTags(values.tagMode, allTags, items);
  const change = bulkChange(values);

  const save = () => {
    if (!change) {
      setRefused(true);
      notify.error(t('error'), t('selectOneField'));
      return;
    }
    const ids = items.map(({ id }) => id);
    update.mutate({ ids, data: change }, { onSuccess: onClose });
  };

  return (
    <FormDialog
      title={t('bulkEdit')}
      description={t('itemsSelected', { number: String(items.length) })}
      pending={update.isPending}
      unsaved={change !== null && !update.isPending}
      discardText={t('discardBulkText')}
      note={
        refused && (
          <p className="mr-auto text-[0.8125rem] text-danger max-sm:w-full">
            {t('selectOneField')}
          </p>
        )
      }
      onSubmit={save}
      onClose={() => update.isPending || onClose()}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('category')}>
          <SearchSelect
            none={t('leaveAsIs')}
            options={categories.map((name) => ({ value: name, label: categoryText(name) }))}
            value={values.category}
            onChange={(category) => set({ category })}
          />
        </Field>
        <Field label={t('changeTags')} hint={t(tagModes[values.tagMode].hint)}>
          <Select
            options={(['add', 'remove', 'replace'] as const).map((value) => ({
              value,
              label: t(tagModes[value].text),
            }))}
            value={values.tagMode}
            onChange={(tagMode) => {
              const offered = offeredTags(tagMode, allTags, items);
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
        <Field label={t('featured')}>
          <Select
            options={[
              { value: 'keep', label: t('leaveAsIs') },
              { value: 'yes', label: t('featuredYes') },
              { value: 'no', label: t('featuredNo') },
            ]}
            value={values.featured}
            onChange={(featured) => set({ featured })}
          />
        </Field>
        <MoreFields items={items} values={values.more} onChange={(more) => set({ more })} />
      </div>
    </FormDialog>
  );
}
