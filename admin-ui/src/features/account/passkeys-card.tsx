/** Passkeys of the user's own account. */
import { useQuery } from '@tanstack/react-query';
import { MAX_NAME } from '@veldlicht/contract/limits';
import { type Passkey, passkey, passkeyPatch } from '@veldlicht/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { ListScreen } from '#components/list-screen.tsx';
import { Button } from '#components/ui/button.tsx';
import { Row, RowList } from '#components/ui/rows.tsx';
import { callApi } from '#lib/api.ts';
import { hasPasskeys, makePasskey } from '#lib/passkeys.ts';
import { resource } from '#lib/resource.ts';
import { agoText, longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { deviceName } from './account-rules.ts';

const PATH = '/api/admin/passkeys';

const passkeys = resource({
  path: PATH,
  schema: passkey,
  idOf: ({ id }) => id,
  words: {
    failedToUpdate: 'failedToRenamePasskey',
    deleted: 'passkeyRemoved',
    failedToDelete: 'failedToRemovePasskey',
  },
});

const { TextField } = fieldsFor(passkeyPatch);
type PasskeyName = z.infer<typeof passkeyPatch>;

interface NameFormProps {
  name: string;
  confirm: string;
  save: Parameters<typeof useFields<PasskeyName, PasskeyName>>[0]['save'];
  onCancel?: () => void;
}

function NameForm({ name, confirm, save, onCancel }: NameFormProps) {
  const { t } = useTranslation();
  const form = useFields({ schema: passkeyPatch, start: { name }, save, onSaved: onCancel });
  return (
    <FieldsForm of={form} onCancel={onCancel} className="flex flex-1 flex-wrap items-start gap-3">
      <TextField
        name="name"
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        maxLength={MAX_NAME}
        autoFocus={onCancel !== undefined}
        className="min-w-0 flex-1 basis-56"
      />
      <div className="flex flex-wrap gap-2 sm:mt-7">
        <Button type="submit" pending={form.isPending}>
          {confirm}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </FieldsForm>
  );
}

function PasskeyRow({ entry, onRemove }: { entry: Passkey; onRemove?: () => void }) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  const rename = passkeys.useSave<PasskeyName>(entry);
  const { name, createdAt, lastUsedAt } = entry;
  if (renaming)
    return (
      <NameForm name={name} confirm={t('save')} save={rename} onCancel={() => setRenaming(false)} />
    );
  return (
    <Row
      lead={<Fingerprint className="size-4 shrink-0 text-moss" />}
      title={name}
      facts={
        <>
          {t('keyMade', { when: longMomentText(createdAt) })}
          {' · '}
          {lastUsedAt ? t('keyUsed', { when: agoText(lastUsedAt) }) : t('keyNeverUsed')}
        </>
      }
    >
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
    </Row>
  );
}

export function PasskeysCard() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(passkeys.list);
  const add = useChange({
    call: async ({ name }: PasskeyName) => {
      const credential = await makePasskey();
      const payload = { name, credential };
      return credential && callApi('POST', PATH, { payload, schema: passkey });
    },
    failed: 'passkey_not_added',
    isReasonEnough: true,
    refresh: passkeys.refresh,
  });
  return (
    <ListScreen
      of={passkeys}
      // Viewers manage their own too.
      mayChange
      rows={(rows, actions) => (
        <RowList rows={rows} keyOf={({ id }) => id} nameOf={({ name }) => name} bare>
          {(entry) => <PasskeyRow entry={entry} onRemove={() => actions?.remove(entry)} />}
        </RowList>
      )}
      deletion={{
        words: ({ name }) => ({
          title: t('removePasskeyQuestion'),
          text: t('removePasskeyText', { name }),
          confirm: t('removePasskey'),
        }),
        remove: passkeys.useRemove(),
      }}
    >
      {hasPasskeys() ? (
        <NameForm
          // Resets the name after each passkey.
          key={data.length}
          name={deviceName(navigator.userAgent)}
          confirm={t('addPasskey')}
          save={add}
        />
      ) : (
        <p className="text-muted">{t('noPasskeysHere')}</p>
      )}
    </ListScreen>
  );
}
