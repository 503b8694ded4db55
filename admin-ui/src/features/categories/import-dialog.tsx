import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-input.tsx';
import { isSaveKey } from '#lib/save-key.ts';
import { useImportForm } from './use-import-form.ts';

/** Many names at once (spec §2, §5 Bulk category import). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useImportForm(onClose);
  const [leaving, setLeaving] = useState(false);
  const close = () => (form.text.trim() === '' ? onClose() : setLeaving(true));
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    form.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    form.submit();
  };
  const example = t('importExample', { names: t('importExampleNames') });
  return (
    <Dialog open onClose={close} title={t('bulkImport')}>
      <form
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody>
          <div className="flex flex-col gap-5">
            <Field
              label={t('importType')}
              required
              hint={t('importTypeHint')}
              error={form.typeError}
            >
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
        </DialogBody>
        <DialogFooter>
          <p className="mr-auto text-muted tabular-nums">
            {form.count > 0 && t('importCount', { count: form.count })}
          </p>
          <Button look="secondary" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!form.mayImport} pending={form.isPending}>
            {t(form.isPending ? 'importing' : 'import')}
          </Button>
        </DialogFooter>
      </form>
      <DiscardDialog
        unsaved={form.text.trim() !== ''}
        closing={leaving}
        text={t('discardEntryText')}
        onDiscard={onClose}
        onKeep={() => setLeaving(false)}
      />
    </Dialog>
  );
}
