import { useQueryClient } from '@tanstack/react-query';
import { addressInput, eraseAnswer, exportAnswer } from '@veldlicht/contract/contact';
import i18next from 'i18next';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { contactsQuery, spamQuery } from '#lib/queries.ts';
import { saveTextFile } from '#lib/save-text-file.ts';
import { useChange } from '#lib/use-change.ts';
import { countOfAddress, exportFileName } from './contact-facts.ts';
import { refreshContacts } from './contact-queries.ts';

/**
 * Everything of one address (GDPR art. 15 and 17): a copy as a file, how much there is, and its end.
 * `onNothing` hears of an address that nothing is kept of.
 */
function useAddressData(onNothing: (email: string) => void) {
  const client = useQueryClient();
  const exportAll = useChange({
    call: (email: string) =>
      callApi('POST', '/api/admin/contacts/export', { payload: { email }, schema: exportAnswer }),
    isSecret: true,
    failed: 'failedToExport',
    onDone: (answer, email) => {
      const { length } = answer.messages;
      if (length === 0) return onNothing(email);
      const text = `${JSON.stringify(answer, null, 2)}\n`;
      saveTextFile(exportFileName(email), text, 'application/json');
      notify.success(i18next.t('exported', { count: length }));
    },
  });
  /** Counts in lists that are fresh, so that the question asked says the truth. */
  const count = useChange({
    call: async (email: string) => {
      const lists = await Promise.all([
        client.fetchQuery({ ...contactsQuery, staleTime: 0 }),
        client.fetchQuery({ ...spamQuery, staleTime: 0 }),
      ]);
      return countOfAddress(lists.flat(), email);
    },
    failed: 'failedToLoadContacts',
    onDone: (found, email) => {
      if (found === 0) onNothing(email);
    },
  });
  const erase = useChange({
    call: (email: string) =>
      callApi('POST', '/api/admin/contacts/erase', { payload: { email }, schema: eraseAnswer }),
    failed: 'failedToErase',
    refresh: refreshContacts,
    onDone: ({ deleted }) => notify.success(i18next.t('erased', { count: deleted })),
  });
  return { exportAll, count, erase };
}

/** What is to be erased, and how much that is. */
interface Asked {
  email: string;
  count: number;
}

/** Answers a request about personal data: a copy of everything, or its end; for admins. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [asking, setAsking] = useState(false);
  const { exportAll, count, erase } = useAddressData((email) =>
    setProblem(t('addressNothing', { email })),
  );

  /** Runs with a good address, and says what is wrong with another one. */
  const withAddress = (run: (email: string) => void) => {
    const read = addressInput.safeParse({ email: address.trim() });
    if (read.success) run(read.data.email);
    setProblem(read.error?.issues[0]?.message);
  };
  const onExport = (event: FormEvent) => {
    event.preventDefault();
    withAddress((email) => exportAll.mutate(email));
  };
  const onErase = () =>
    withAddress((email) =>
      count.mutate(email, {
        onSuccess: (found) => {
          if (found === 0) return;
          setAsked({ email, count: found });
          setAsking(true);
        },
      }),
    );

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
              <Button look="danger" pending={count.isPending} onClick={onErase}>
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
        title={t('eraseQuestion', { count: asked?.count ?? 0 })}
        text={t('eraseText', { email: asked?.email ?? '' })}
        confirm={t('addressErase')}
        pending={erase.isPending}
        onConfirm={() =>
          asked &&
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
