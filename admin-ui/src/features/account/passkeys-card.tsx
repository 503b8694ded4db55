/** Passkeys of one's own account: add, name, remove. */
import { useQuery } from '@tanstack/react-query';
import { MAX_NAME } from '@veldlicht/contract/limits';
import { type Passkey, passkey } from '@veldlicht/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { callApi } from '#lib/api.ts';
import { hasPasskeys, makePasskey } from '#lib/passkeys.ts';
import { apiQuery } from '#lib/queries.ts';
import { agoText, longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { deviceName } from './account-rules.ts';

const PATH = '/api/admin/passkeys';
const passkeysQuery = apiQuery(z.array(passkey), PATH);
const refresh = { queryKey: passkeysQuery.queryKey };
const pathOf = ({ id }: Passkey) => `${PATH}/${encodeURIComponent(id)}`;

interface NameFormProps {
  /** What stands there at first. */
  name: string;
  confirm: string;
  pending: boolean;
  onSubmit: (name: string) => void;
  onCancel?: () => void;
}

function NameForm({ name: first, confirm, pending, onSubmit, onCancel }: NameFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') onSubmit(name);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
      className="flex flex-1 flex-wrap items-start gap-3"
    >
      <Field
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        error={isMissing ? 'name_required' : undefined}
        className="min-w-0 flex-1 basis-56"
      >
        <TextInput
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2 sm:mt-7">
        <Button type="submit" pending={pending}>
          {confirm}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

function PasskeyRow({ entry, onRemove }: { entry: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  const { name, createdAt, lastUsedAt } = entry;
  const rename = useChange({
    call: (wanted: string) => callApi('PATCH', pathOf(entry), { payload: { name: wanted } }),
    failed: 'failedToRenamePasskey',
    onDone: () => setRenaming(false),
    refresh: (client) => client.invalidateQueries(refresh),
  });
  if (renaming)
    return (
      <li className="flex py-3">
        <NameForm
          name={name}
          confirm={t('save')}
          pending={rename.isPending}
          onSubmit={rename.mutate}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Fingerprint className="size-4 shrink-0 text-moss" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-muted">
          {t('keyMade', { when: longMomentText(createdAt) })}
          {' · '}
          {lastUsedAt ? t('keyUsed', { when: agoText(lastUsedAt) }) : t('keyNeverUsed')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="sm"
          aria-label={t('renameNamed', { name })}
          onClick={() => setRenaming(true)}
        >
          {t('rename')}
        </Button>
        <Button
          look="secondary"
          size="sm"
          aria-label={t('removePasskeyNamed', { name })}
          onClick={onRemove}
        >
          {t('removePasskey')}
        </Button>
      </div>
    </li>
  );
}

export function PasskeysCard() {
  const { t } = useTranslation();
  const list = useQuery(passkeysQuery);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const add = useChange({
    call: async (name: string) => {
      const credential = await makePasskey();
      const payload = { name, credential };
      return credential && callApi('POST', PATH, { payload, schema: passkey });
    },
    failed: 'passkey_not_added',
    isReasonEnough: true,
    refresh: (client) => client.invalidateQueries(refresh),
  });
  const remove = useChange({
    call: (entry: Passkey) => callApi('DELETE', pathOf(entry)),
    done: 'passkeyRemoved',
    failed: 'failedToRemovePasskey',
    refresh: (client) => client.invalidateQueries(refresh),
  });
  const count = list.data?.length ?? 0;
  return (
    <div className="flex flex-col gap-3">
      {list.isPending && <Skeleton className="h-12" />}
      {list.isError && <QueryError title={t('failedToLoadPasskeys')} query={list} />}
      {count > 0 && (
        <ul className="-my-3 divide-y divide-hairline">
          {list.data?.map((entry) => (
            <PasskeyRow key={entry.id} entry={entry} onRemove={() => setAsked(entry)} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <NameForm
          // The name that was given is used up; the next device proposes its own.
          key={count}
          name={deviceName(navigator.userAgent)}
          confirm={t('addPasskey')}
          pending={add.isPending}
          onSubmit={add.mutate}
        />
      ) : (
        <p className="text-muted">{t('noPasskeysHere')}</p>
      )}
      <DeleteDialog
        item={asked}
        words={({ name }) => ({
          title: t('removePasskeyQuestion'),
          text: t('removePasskeyText', { name }),
          confirm: t('removePasskey'),
        })}
        remove={remove}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
