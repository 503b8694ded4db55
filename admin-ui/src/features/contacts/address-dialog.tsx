import { addressInput, eraseAnswer, exportAnswer } from '@veldlicht/contract/contact';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog, Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { saveTextFile } from '#lib/save-file.ts';
import { useChange } from '#lib/use-change.ts';
import { countOfAddress, exportFileName } from './contact-facts.ts';
import { folderQueries, refreshContacts } from './contact-queries.ts';

const typedAddress = z.object({ email: z.string().trim().pipe(addressInput.shape.email) });
const { TextField } = fieldsFor(typedAddress);

/** Exports or deletes all messages of one address, for requests under GDPR art. 15 and 17; for admins. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  /** Kept while the question fades out. */
  const [asked, setAsked] = useState({ email: '', count: 0 });
  const [asking, setAsking] = useState(false);
  const sayNothing = (email: string): void => {
    form.setError('email', { message: t('addressNothing', { email }) });
  };

  const exportAll = useChange({
    call: (email: string) =>
      callApi('POST', '/api/admin/contacts/export', { payload: { email }, schema: exportAnswer }),
    isSecret: true,
    failed: 'failedToExport',
    onDone: (answer, email) => {
      const { length } = answer.messages;
      if (length === 0) return sayNothing(email);
      const text = `${JSON.stringify(answer, null, 2)}\n`;
      saveTextFile(exportFileName(email), text, 'application/json');
      notify.success(t('exported', { count: length }));
    },
  });
  /** Counts in refetched lists, so that the question is accurate. */
  const count = useChange({
    call: async (email: string, client) => {
      const fresh = Object.values(folderQueries).map((list) =>
        client.fetchQuery({ ...list, staleTime: 0 }),
      );
      return countOfAddress((await Promise.all(fresh)).flat(), email);
    },
    failed: 'failedToLoad',
    onDone: (found, email) => {
      if (found === 0) return sayNothing(email);
      setAsked({ email, count: found });
      setAsking(true);
    },
  });
  const erase = useChange({
    call: (email: string) =>
      callApi('POST', '/api/admin/contacts/erase', { payload: { email }, schema: eraseAnswer }),
    failed: 'failedToErase',
    refresh: refreshContacts,
    onDone: ({ deleted }) => notify.success(t('erased', { count: deleted })),
  });

  const form = useFields({
    schema: typedAddress,
    start: { email: '' },
    save: exportAll,
    toSend: ({ email }) => email,
  });
  const askToErase = form.handleSubmit(({ email }) => count.mutate(email));

  return (
    <Dialog open onClose={onClose} title={t('addressData')}>
      <FieldsForm of={form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <p className="mb-5 text-muted">{t('addressDataText')}</p>
          <TextField
            name="email"
            label={t('addressLabel')}
            required
            type="email"
            spellCheck={false}
          />
          <ul className="mt-6 flex flex-col">
            <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline py-4">
              <p className="min-w-48 flex-1 text-small text-muted">{t('addressExportHint')}</p>
              <Button type="submit" look="secondary" pending={exportAll.isPending}>
                {!exportAll.isPending && <Download className="size-4" />}
                {t('addressExport')}
              </Button>
            </li>
            <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline pt-4">
              <p className="min-w-48 flex-1 text-small text-muted">{t('addressEraseHint')}</p>
              <Button look="danger" pending={count.isPending} onClick={() => void askToErase()}>
                {!count.isPending && <Trash2 className="size-4" />}
                {t('addressErase')}
              </Button>
            </li>
          </ul>
        </DialogBody>
      </FieldsForm>
      <ConfirmDialog
        open={asking}
        danger
        title={t('eraseQuestion', { count: asked.count })}
        text={t('eraseText', { email: asked.email })}
        confirm={t('addressErase')}
        pending={erase.isPending}
        onConfirm={() =>
          erase.mutate(asked.email, {
            onSuccess: onClose,
            onSettled: () => setAsking(false),
          })
        }
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
