import type { CategoryType } from '@veldlicht/contract/category';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-input.tsx';
import { notify } from '#lib/notify.ts';
import { useImportCategories } from './category-queries.ts';
import {
  existingNames,
  findProblem,
  type ImportProblem,
  parseNames,
  toImport,
} from './import-text.ts';

/** Names that a notice spells out; the rest is a number. */
const NAMED = 5;

function problemText(problem: ImportProblem, t: TFunction): string {
  switch (problem.is) {
    case 'none-left':
      return t('importFormat');
    case 'too-long':
      return t('importTooLong', { name: problem.name, max: String(problem.max) });
    case 'two-lines':
      return t('importTwoLines', { name: problem.name });
    case 'too-many':
      return t('importTooMany', { number: String(problem.number), max: String(problem.max) });
  }
}

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

/** The form of a bulk import (spec §5); `onDone` closes the dialog. */
function useImportForm(onDone: () => void) {
  const { t } = useTranslation();
  const send = useImportCategories();
  const [type, setType] = useState<CategoryType | ''>('');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const names = parseNames(text);
  const problem = findProblem(names);

  const submit = () => {
    setAsked(true);
    if (send.isPending || type === '' || problem) return;
    send.mutate(toImport(names, type), {
      onSuccess: (created) => {
        const existing = existingNames(names, created, type);
        notify.success(t('importSuccessful'), outcomeText(type, created.length, existing, t));
        onDone();
      },
    });
  };

  return {
    type,
    setType,
    text,
    setText: (next: string) => {
      setText(next);
      setAsked(false);
    },
    count: names.length,
    isPending: send.isPending,
    /** Import rests while the text is blank, no type is chosen, or it is on its way (spec §2). */
    mayImport: text.trim() !== '' && type !== '' && !send.isPending,
    typeError: asked && type === '' ? 'select_type' : undefined,
    textError: asked && problem ? problemText(problem, t) : undefined,
    submit,
  };
}

/** Many names at once (spec §2, §5 Bulk category import). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useImportForm(onClose);
  const example = t('importExample', { names: t('importExampleNames') });
  return (
    <FormDialog
      title={t('bulkImport')}
      save={t(form.isPending ? 'importing' : 'import')}
      pending={form.isPending}
      disabled={!form.mayImport}
      unsaved={form.text.trim() !== ''}
      discardText={t('discardEntryText')}
      note={
        <p className="mr-auto text-muted tabular-nums">
          {form.count > 0 && t('importCount', { count: form.count })}
        </p>
      }
      onSubmit={form.submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('importType')} required hint={t('importTypeHint')} error={form.typeError}>
          <Select
            options={[
              { value: 'category', label: t('typeCategories') },
              { value: 'tag', label: t('typeTags') },
            ]}
            value={form.type}
            onChange={form.setType}
            placeholder={t('chooseType')}
          />
        </Field>
        <Field
          label={t('importNames')}
          required
          hint={
            <>
              <p>{t('importHint')}</p>
              <p>{example}</p>
            </>
          }
          error={form.textError}
        >
          <TextArea
            rows={10}
            value={form.text}
            onChange={(event) => form.setText(event.target.value)}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
