/** Keys with which Lightroom and other programs add photos in one's name (next.md §4). */
import { useQuery } from '@tanstack/react-query';
import { MAX_NAME } from '@veldlicht/contract/limits';
import { newUploadKey, type UploadKey, uploadKey } from '@veldlicht/contract/upload-key';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { CopyButton, SecretText } from '#components/secret-text.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { apiQuery } from '#lib/queries.ts';
import { agoText, longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';

const PATH = '/api/admin/keys';
const keysQuery = apiQuery(z.array(uploadKey), PATH);

/** The key, for the only time that it is known. */
function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3 rounded-md bg-moss-wash px-4 py-3">
      <p className="font-medium">{t('keyOnlyNow')}</p>
      <SecretText label={t('newKey')} value={value} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={value} label={t('copyKey')} />
        <Button size="sm" look="secondary" onClick={onDone}>
          {t('keyKept')}
        </Button>
      </div>
    </div>
  );
}

function KeyRow({ entry, onRevoke }: { entry: UploadKey; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { name, start, createdAt, lastUsedAt } = entry;
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound className="size-4 shrink-0 text-moss" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-muted">
          <span className="font-mono">{start}…</span>
          {' · '}
          {t('keyMade', { when: longMomentText(createdAt) })}
          {' · '}
          {lastUsedAt ? t('keyUsed', { when: agoText(lastUsedAt) }) : t('keyNeverUsed')}
        </p>
      </div>
      <Button look="secondary" size="sm" onClick={onRevoke} aria-label={t('revokeNamed', { name })}>
        {t('revoke')}
      </Button>
    </li>
  );
}

export function KeysCard() {
  const { t } = useTranslation();
  const list = useQuery(keysQuery);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [made, setMade] = useState<string | null>(null);
  const [asked, setAsked] = useState<UploadKey | null>(null);
  const refresh = { queryKey: keysQuery.queryKey };
  const create = useChange({
    call: () => callApi('POST', PATH, { payload: { name }, schema: newUploadKey }),
    isSecret: true,
    failed: 'failedToCreateKey',
    isReasonEnough: true,
    isToldElsewhere: (error) => error instanceof ApiError && 'name' in error.fields,
    onDone: ({ key }) => {
      setMade(key);
      setName('');
    },
    onRefused: (error) => setFault(error instanceof ApiError ? error.fields.name : undefined),
    refresh: (client) => client.invalidateQueries(refresh),
  });
  const revoke = useChange({
    call: ({ id }: UploadKey) => callApi('DELETE', `${PATH}/${encodeURIComponent(id)}`),
    done: 'keyRevoked',
    failed: 'failedToRevokeKey',
    refresh: (client) => client.invalidateQueries(refresh),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    create.mutate();
  };
  return (
    <div className="flex flex-col gap-3">
      {list.isPending && <Skeleton className="h-12" />}
      {list.isError && <QueryError title={t('failedToLoadKeys')} query={list} />}
      {list.data && list.data.length > 0 && (
        <ul className="-my-3 divide-y divide-hairline">
          {list.data.map((entry) => (
            <KeyRow key={entry.id} entry={entry} onRevoke={() => setAsked(entry)} />
          ))}
        </ul>
      )}
      {made && <NewKey value={made} onDone={() => setMade(null)} />}
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field
          label={t('keyName')}
          hint={t('keyNameHint')}
          error={fault && serverText(fault)}
          className="min-w-0 flex-1 basis-56"
        >
          <TextInput
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" pending={create.isPending} className="mt-7">
          {t('createKey')}
        </Button>
      </form>
      <DeleteDialog
        item={asked}
        words={(entry) => ({
          title: t('revokeQuestion'),
          text: t('revokeText', { name: entry.name }),
          confirm: t('revoke'),
        })}
        remove={revoke}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
