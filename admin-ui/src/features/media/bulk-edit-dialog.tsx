import type { MediaBulkChange, MediaItem } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { notify } from '#lib/notify.ts';
import { useEntryNames } from './media-fields.tsx';
import { useBulkUpdate } from './media-queries.ts';

/** The ways to change tags: the field that the API has for it, and its words. */
const tagModes = {
  add: { field: 'addTags', text: 'tagsAdd', hint: 'tagsAddHint' },
  remove: { field: 'removeTags', text: 'tagsRemove', hint: 'tagsRemoveHint' },
  replace: { field: 'tags', text: 'tagsReplace', hint: 'tagsReplaceHint' },
} as const;
type TagMode = keyof typeof tagModes;

interface BulkValues {
  /** '' leaves it as it is. */
  category: string;
  tagMode: TagMode;
  tags: readonly string[];
  featured: 'keep' | 'yes' | 'no';
}

export const unchanged: BulkValues = { category: '', tagMode: 'add', tags: [], featured: 'keep' };

/** The change, or null when nothing was chosen (spec §5: at least one of category, tags, featured). */
export function bulkChange(values: BulkValues): MediaBulkChange | null {
  const { category, tagMode, tags, featured } = values;
  const change: MediaBulkChange = {
    ...(category && { category }),
    // No tags chosen: none of the three; replacing by nothing would be too easy a mistake.
    ...(tags.length > 0 && { [tagModes[tagMode].field]: [...tags] }),
    ...(featured !== 'keep' && { featured: featured === 'yes' }),
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

/** Stands for no choice in the list of categories; a name has no space at its ends. */
const KEEP = ' ';

interface BulkEditDialogProps {
  items: readonly MediaItem[];
  onClose: () => void;
}

/** Category, tags and star of many items at once (spec §2, product decisions §2). */
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
      save={t(update.isPending ? 'saving' : 'save')}
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
            options={[
              { value: KEEP, label: t('leaveAsIs') },
              ...categories.map((name) => ({ value: name, label: capitalised(name) })),
            ]}
            value={values.category || KEEP}
            onChange={(name) => set({ category: name === KEEP ? '' : name })}
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
      </div>
    </FormDialog>
  );
}
