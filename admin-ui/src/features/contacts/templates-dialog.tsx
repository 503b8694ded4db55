/** The texts that are used again in answers: add, change, delete. */

import { type Template, type TemplateInput, templateInput } from '@veldlicht/contract/reply';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { FormDialog } from '#components/form-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { fieldsOf } from '#lib/api.ts';
import { fieldFaults } from '#lib/forms.ts';
import { exampleTemplates } from './reply-facts.ts';
import { useDeleteTemplate, useSaveTemplate } from './reply-queries.ts';

interface Edited extends TemplateInput {
  /** Null for a new one. */
  id: string | null;
}

function TemplateForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<TemplateInput>({ title: edited.title, text: edited.text });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useSaveTemplate(edited.id);
  const submit = () => {
    const read = templateInput.safeParse(values);
    setFaults(fieldFaults(read.error));
    if (!read.success) return;
    save.mutate(read.data, {
      onSuccess: onClose,
      onError: (error) => setFaults(fieldsOf(error)),
    });
  };
  return (
    <FormDialog
      title={t(edited.id === null ? 'newTemplate' : 'editTemplate')}
      pending={save.isPending}
      unsaved={values.title !== edited.title || values.text !== edited.text}
      discardText={t('discardTemplateText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('title')} required error={faults.title}>
          <TextInput
            value={values.title}
            onChange={({ target }) => setValues({ ...values, title: target.value })}
          />
        </Field>
        <Field label={t('body')} required hint={t('templateHint')} error={faults.text}>
          <TextArea
            rows={10}
            lang="nl"
            value={values.text}
            onChange={({ target }) => setValues({ ...values, text: target.value })}
          />
        </Field>
      </div>
    </FormDialog>
  );
}

interface TemplatesDialogProps {
  templates: readonly Template[];
  onClose: () => void;
}

export function TemplatesDialog({ templates, onClose }: TemplatesDialogProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [deleting, setDeleting] = useState<Template | null>(null);
  const remove = useDeleteTemplate();
  return (
    <Dialog open reading onClose={onClose} title={t('templates')}>
      <DialogBody>
        <p className="text-muted">{t('templateHint')}</p>
        {templates.length === 0 && (
          <div className="mt-5 flex flex-col items-start gap-2">
            <p className="font-medium">{t('templateExamples')}</p>
            {exampleTemplates.map((example) => (
              <Button
                key={example.title}
                look="secondary"
                onClick={() => setEdited({ id: null, ...example })}
              >
                {example.title}
              </Button>
            ))}
          </div>
        )}
        <ul className="mt-3 flex flex-col">
          {templates.map((one) => (
            <li key={one.id} className="flex items-start gap-2 border-t border-hairline py-2">
              <div className="min-w-0 flex-1 py-2">
                <p className="font-medium wrap-anywhere">{one.title}</p>
                <p className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-muted">{one.text}</p>
              </div>
              <IconButton
                icon={Pencil}
                label={t('editTemplateNamed', { title: one.title })}
                onClick={() => setEdited(one)}
              />
              <IconButton
                icon={Trash2}
                label={t('deleteTemplateNamed', { title: one.title })}
                onClick={() => setDeleting(one)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button look="secondary" onClick={onClose}>
          {t('close')}
        </Button>
        <Button onClick={() => setEdited({ id: null, title: '', text: '' })}>
          <Plus className="size-4" />
          {t('newTemplate')}
        </Button>
      </DialogFooter>
      {edited && <TemplateForm edited={edited} onClose={() => setEdited(null)} />}
      <DeleteDialog
        item={deleting}
        words={({ title }) => ({
          title: t('deleteTemplate'),
          text: t('deleteTemplateText', { title }),
          confirm: t('deleteButton'),
        })}
        remove={remove}
        onClose={() => setDeleting(null)}
      />
    </Dialog>
  );
}
