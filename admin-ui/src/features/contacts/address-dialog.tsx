import { addressInput } from '@veldlicht/contract/contact';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import { useAddressData } from './use-address-data.ts';

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
    setProblem(read.error && serverText(read.error.issues[0]?.message ?? ''));
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
                {!exportAll.isPending && <Download aria-hidden="true" className="size-4" />}
                {t('addressExport')}
              </Button>
            </li>
            <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline pt-4">
              <p className="min-w-48 flex-1 text-[0.8125rem] text-muted">{t('addressEraseHint')}</p>
              <Button look="danger" pending={count.isPending} onClick={onErase}>
                {!count.isPending && <Trash2 aria-hidden="true" className="size-4" />}
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
