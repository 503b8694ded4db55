import { addressInput, eraseAnswer, exportAnswer } from '@veldlicht/contract/contact';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog, Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { saveTextFile } from '#lib/save-text-file.ts';
import { useChange } from '#lib/use-change.ts';
import { countOfAddress, exportFileName } from './contact-facts.ts';
import { folderQueries, refreshContacts } from './contact-queries.ts';

/**
 * Answers a request about personal data (GDPR art. 15 and 17) for admins: a copy of everything of one
 * address as a file, or its end.
 */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  /** What is to be erased, and how much that is; it stays in the words while the question fades away. */
  const [asked, setAsked] = useState({ email: '', count: 0 });
  const [asking, setAsking] = useState(false);
  const sayNothing = (email: string) => setProblem(t('addressNothing', { email }));

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
  /** Counts in lists that are fresh, so that the question asked says the truth. */
  const count = useChange({
    call: async (email: string, client) => {
      const fresh = Object.values(folderQueries).map((list) =>
        client.fetchQuery({ ...list, staleTime: 0 }),
      );
      return countOfAddress((await Promise.all(fresh)).flat(), email);
    },
    failed: 'failedToLoadContacts',
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

  /** Runs with a good address, and says what is wrong with another one. */
  const withAddress = (change: { mutate: (email: string) => void }) => {
    const read = addressInput.safeParse({ email: address.trim() });
    if (read.success) change.mutate(read.data.email);
    setProblem(read.error?.issues[0]?.message);
  };
  const onExport = (event: FormEvent) => {
    event.preventDefault();
    withAddress(exportAll);
  };

  return (
    <Dialog open onClose={onClose} title={t('addressData')}>
      <form noValidate onSubmit={onExport} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <p className="mb-5 text-muted">{t('addressDataText')}</p>
          <Field label={t('addressLabel')} error={problem} required>
            <TextInput
              type="email"
              autoComplete="off"
              spellCheck={false}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
          <ul className="mt-6 flex flex-col">
            <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline py-4">
              <p className="min-w-48 flex-1 text-[0.8125rem] text-muted">
                {t('addressExportHint')}
              </p>
              <Button type="submit" look="secondary" pending={exportAll.isPending}>
                {!exportAll.isPending && <Download className="size-4" />}
                {t('addressExport')}
              </Button>
            </li>
            <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline pt-4">
              <p className="min-w-48 flex-1 text-[0.8125rem] text-muted">{t('addressEraseHint')}</p>
              <Button look="danger" pending={count.isPending} onClick={() => withAddress(count)}>
                {!count.isPending && <Trash2 className="size-4" />}
                {t('addressErase')}
              </Button>
            </li>
          </ul>
        </DialogBody>
      </form>
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
