import {
  type Category,
  type CategoryImport,
  type CategoryType,
  category,
  categoryType,
} from '@veldlicht/contract/category';
import { categoryKey } from '@veldlicht/contract/category-name';
import { MAX_BULK_CATEGORIES, MAX_NAME } from '@veldlicht/contract/limits';
import { VISIBLE } from '@veldlicht/contract/name';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { useChange } from '#lib/use-change.ts';
import { CATEGORIES_PATH, refreshCategories } from './category-queries.ts';

/** Splits on commas, trims, drops empty names (spec §5). */
export function parseNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => VISIBLE.test(name));
}

/** Drops repeated names; keeps the first spelling. */
export function distinctNames(names: readonly string[], type: CategoryType): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const key = categoryKey(name, type);
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/** Names that the import skipped because they existed. */
export function existingNames(
  names: readonly string[],
  created: ReadonlyArray<Pick<Category, 'name'>>,
  type: CategoryType,
): string[] {
  const fresh = new Set(created.map(({ name }) => categoryKey(name, type)));
  return distinctNames(names, type).filter((name) => !fresh.has(categoryKey(name, type)));
}

const SHOWN = 40;
const shortened = (name: string) => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

/** Error text for names that can't be imported, or null. */
export function importProblem(names: readonly string[], t: TFunction): string | null {
  if (names.length === 0) return t('importFormat');
  const broken = names.find((name) => /\p{Cc}/u.test(name));
  if (broken !== undefined)
    return t('importTwoLines', { name: shortened(broken.replace(/\s+/gu, ' ')) });
  const long = names.find((name) => name.length > MAX_NAME);
  if (long !== undefined)
    return t('importTooLong', { name: shortened(long), max: String(MAX_NAME) });
  if (names.length <= MAX_BULK_CATEGORIES) return null;
  const [number, max] = [String(names.length), String(MAX_BULK_CATEGORIES)];
  return t('importTooMany', { number, max });
}

/** Every entry gets the chosen type and no description (spec §5). */
function toImport(names: readonly string[], type: CategoryType): CategoryImport {
  return {
    categories: names.map((name) => ({ name, type, description: null })),
  };
}

/** Names listed in the notice; the others are counted. */
const NAMED = 5;

function outcomeText(
  type: CategoryType,
  created: number,
  existing: readonly string[],
  t: TFunction,
): string {
  const imported = t(type === 'tag' ? 'importedTags' : 'importedCategories', { count: created });
  if (existing.length === 0) return imported;
  const named = existing.slice(0, NAMED).join(', ');
  const more = existing.length - NAMED;
  const names = more > 0 ? `${named} ${t('andMore', { number: String(more) })}` : named;
  return `${imported}\n${t('existedAlready', { count: existing.length, names })}`;
}

function useImport() {
  const { t } = useTranslation();
  return useChange({
    call: (payload: CategoryImport) =>
      callApi('POST', `${CATEGORIES_PATH}/bulk`, { payload, schema: z.array(category) }),
    failed: 'failedToImportCategories',
    isReasonEnough: true,
    refresh: refreshCategories,
    onDone: (created, { categories }) => {
      const type = categories[0]?.type ?? 'category';
      const names = categories.map(({ name }) => name);
      const existing = existingNames(names, created, type);
      notify.success(t('importSuccessful'), outcomeText(type, created.length, existing, t));
    },
  });
}

const importForm = z.object({ type: categoryType, text: z.string() });
const { TextField, SelectField } = fieldsFor(importForm);

/** Adds many names at once (spec §2, §5 Bulk category import). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields({
    schema: importForm.superRefine(({ text }, context) => {
      const message = importProblem(parseNames(text), t);
      if (message) context.addIssue({ code: 'custom', path: ['text'], message });
    }),
    start: { text: '' },
    save: useImport(),
    toSend: ({ text, type }) => toImport(parseNames(text), type),
    onSaved: onClose,
  });
  const { type, text } = form.watch();
  const names = parseNames(text);
  return (
    <FieldsDialog
      of={form}
      title={t('bulkImport')}
      save={t('import')}
      saving={t('importing')}
      // Disabled while the text is blank or no type is chosen (spec §2).
      disabled={text.trim() === '' || !type || form.isPending}
      unsaved={text.trim() !== ''}
      note={
        <p className="mr-auto text-muted tabular-nums">
          {names.length > 0 && t('importCount', { count: names.length })}
        </p>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <SelectField
          name="type"
          required
          hint={t('importTypeHint')}
          options={[
            { value: 'category', label: t('categories') },
            { value: 'tag', label: t('tags') },
          ]}
          placeholder={t('chooseType')}
        />
        <TextField
          name="text"
          label={t('importNames')}
          required
          hint={
            <>
              <p>{t('importHint')}</p>
              <p>{t('importExample', { names: t('importExampleNames') })}</p>
            </>
          }
          rows={10}
        />
      </div>
    </FieldsDialog>
  );
}
