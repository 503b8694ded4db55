/** Upload keys of Lightroom and other programs. */
import { MAX_NAME } from '@veldlicht/contract/limits';
import {
  newUploadKey,
  type UploadKeyInput,
  uploadKey,
  uploadKeyInput,
} from '@veldlicht/contract/upload-key';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { ListScreen } from '#components/list-screen.tsx';
import { Button } from '#components/ui/button.tsx';
import { Row, RowList } from '#components/ui/rows.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { callApi, fieldsOf } from '#lib/api.ts';
import { resource } from '#lib/resource.ts';
import { agoText, longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { NewKey } from './new-key.tsx';

const PATH = '/api/admin/keys';

const keys = resource({
  path: PATH,
  schema: uploadKey,
  idOf: ({ id }) => id,
  words: {
    deleted: 'keyRevoked',
    failedToDelete: 'failedToRevokeKey',
  },
});

const { TextField } = fieldsFor(uploadKeyInput);

export function KeysCard() {
  const { t } = useTranslation();
  const [made, setMade] = useState<string | null>(null);
  const create = useChange({
    call: (payload: UploadKeyInput) => callApi('POST', PATH, { payload, schema: newUploadKey }),
    isSecret: true,
    failed: 'failedToCreateKey',
    isReasonEnough: true,
    isShownElsewhere: (error) => 'name' in fieldsOf(error),
    onDone: ({ key }) => setMade(key),
    refresh: keys.refresh,
  });
  const form = useFields({
    schema: uploadKeyInput,
    start: { name: '', mayDelete: false },
    save: create,
    onSaved: () => {
      form.reset();
    },
  });
  return (
    <ListScreen
      of={keys}
      rows={(rows, actions) => (
        <RowList rows={rows} keyOf={({ id }) => id} nameOf={({ name }) => name} bare>
          {(key) => (
            <Row
              lead={<KeyRound className="size-4 shrink-0 text-moss" />}
              title={key.name}
              facts={
                <>
                  <span className="font-mono">{key.start}…</span>
                  {' · '}
                  {t('keyMade', { when: longMomentText(key.createdAt) })}
                  {' · '}
                  {key.lastUsedAt
                    ? t('keyUsed', { when: agoText(key.lastUsedAt) })
                    : t('keyNeverUsed')}
                  {key.mayDelete && ` · ${t('keyMayDelete')}`}
                </>
              }
            >
              <Button
                look="secondary"
                size="sm"
                onClick={() => actions?.remove(key)}
                aria-label={t('revokeNamed', { name: key.name })}
              >
                {t('revoke')}
              </Button>
            </Row>
          )}
        </RowList>
      )}
      deletion={{
        words: ({ name }) => ({
          title: t('revokeQuestion'),
          text: t('revokeText', { name }),
          confirm: t('revoke'),
        }),
        remove: keys.useRemove(),
      }}
    >
      {made && <NewKey value={made} onDone={() => setMade(null)} />}
      <FieldsForm of={form} className="flex flex-wrap items-start gap-3">
        <TextField
          name="name"
          label={t('keyName')}
          hint={t('keyNameHint')}
          maxLength={MAX_NAME}
          className="min-w-0 flex-1 basis-56"
        />
        <Button type="submit" pending={form.isPending} className="sm:mt-7">
          {t('createKey')}
        </Button>
        {form.watch('name') !== '' && (
          <div className="basis-full">
            <Switch
              label={t('keyMayDelete')}
              hint={t('keyMayDeleteHint')}
              checked={form.watch('mayDelete') ?? false}
              onChange={(on) => form.setValue('mayDelete', on)}
            />
          </div>
        )}
      </FieldsForm>
    </ListScreen>
  );
}
