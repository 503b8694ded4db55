import { useQuery } from '@tanstack/react-query';
import { type Settings, settings } from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { FieldsForm, useFields } from '#components/form-fields.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Loading } from '#components/ui/loading.tsx';
import { Loaded } from '#components/ui/page-state.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { VersionsButton } from '#features/history/versions.tsx';
import { ApiError, callApi, fieldsOf } from '#lib/api.ts';
import { useUser } from '#lib/permissions.ts';
import { settingsQuery } from '#lib/queries.ts';
import { saveMerged } from '#lib/save-merged.ts';
import { refetchUser } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { openPreview } from './open-preview.ts';
import { useHero } from './picture-fields.tsx';
import {
  PartLinks,
  type SettingsPart,
  SettingsSections,
  settingsParts,
} from './settings-sections.tsx';
import {
  changedSettings,
  type FlatPatch,
  type FlatSettings,
  flatSettings,
  nestedPatch,
  rebasedValues,
  settingsForm,
  settingsValues,
} from './settings-values.ts';

/** The form of the settings. Fields that differ from `base` are unsaved; newer settings replace the others. */
function useSettingsForm(stored: Settings, lead: (name: string) => void) {
  const hero = useHero();
  const [base, setBase] = useState(() => flatSettings(stored));
  const save = useChange({
    call: async (patch: FlatPatch) => {
      await hero.save();
      if (Object.keys(patch).length === 0) return;
      await saveMerged<FlatSettings, FlatPatch, void>({
        base,
        mine: patch,
        read: async () => flatSettings(await callApi('GET', '/api/settings', { schema: settings })),
        send: (fields, { etag }) =>
          callApi('PATCH', '/api/settings', { payload: nestedPatch(fields), ifMatch: etag }),
      });
    },
    done: 'settingsUpdated',
    failed: 'failedToUpdateSettings',
    onDone: async (_answer, patch, client) => {
      // Saved fields are no unsaved changes, even if reloading the settings fails.
      setBase((now) => ({ ...now, ...patch }));
      await client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);
    },
    onRefused: (error, client) => {
      // The own second factor was removed in the meantime: the switch must be disabled.
      if (error instanceof ApiError && error.code === 'own_two_factor_missing')
        void refetchUser(client).catch(() => undefined);
    },
  });
  const refuse = (names: object) => {
    const [first] = Object.keys(names);
    if (first) lead(first);
  };
  const form = useFields({
    schema: settingsForm,
    start: settingsValues(base),
    save,
    toSend: (values) => changedSettings(base, values),
    // The server names `profile` only; the notice shows its reason.
    onRefused: (error) => {
      refuse(fieldsOf(error));
      if ('googleAnalyticsId' in fieldsOf(error)) form.setFocus('googleAnalyticsId');
    },
    onInvalid: refuse,
  });
  const [seen, setSeen] = useState(stored);
  useEffect(() => {
    if (stored === seen) return;
    const fresh = flatSettings(stored);
    form.reset(rebasedValues(base, form.getValues(), fresh), { keepErrors: true });
    setSeen(stored);
    setBase(fresh);
  }, [stored, seen, base, form.reset, form.getValues]);

  const unsaved = hero.isChanged || Object.keys(changedSettings(base, form.watch())).length > 0;
  /** Returns unsaved values for the preview; null after showing faults. */
  const typed = async () => {
    if (!(await form.trigger())) {
      refuse(form.formState.errors);
      await form.trigger(undefined, { shouldFocus: true });
      return null;
    }
    const { profile } = nestedPatch(changedSettings(base, form.getValues()));
    return { ...profile, ...(hero.isChanged && { hero: hero.value }) };
  };
  return { form, hero, unsaved, typed };
}

/** Returns the part named by the hash, and a function that opens the part of a field. */
function usePart() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isAsked = ({ id }: { id: SettingsPart }) => hash === `#${id}`;
  const part = settingsParts.find(isAsked)?.id ?? settingsParts[0].id;
  const lead = (name: string) => {
    const home = settingsParts.find(({ fields }) => fields.some((field) => field === name));
    // Flushed: a hidden field can't take the focus.
    if (home) void navigate({ hash: home.id }, { replace: true, flushSync: true });
  };
  return { part, lead };
}

function SettingsForm({ stored, me }: { stored: Settings; me: AdminUser }) {
  const { t } = useTranslation();
  const { part, lead } = usePart();
  const { form, hero, unsaved, typed } = useSettingsForm(stored, lead);
  const preview = async () => {
    const changes = await typed();
    const hasAbout = form.getValues('aboutLong').trim() !== '';
    if (changes) openPreview(part === 'about' && hasAbout ? '/over' : '/', changes);
  };
  return (
    <>
      <FieldsForm of={form} className="flex min-h-[calc(100dvh-6.5rem)] flex-col">
        <PartLinks current={part} />
        <SettingsSections
          part={part}
          hero={hero}
          enforced={stored.enforce2FA}
          ownTwoFactor={me.twoFactorEnabled}
        />
        <SaveBar note={t(unsaved ? 'unsavedChanges' : 'allSaved')}>
          <VersionsButton thing={{ entity: 'settings', id: '1' }} />
          <Button look="secondary" onClick={preview}>
            {t('preview')}
          </Button>
          <Button type="submit" pending={form.isPending} disabled={!unsaved}>
            {t(form.isPending ? 'saving' : 'saveSettings')}
          </Button>
        </SaveBar>
      </FieldsForm>
      <DiscardDialog
        unsaved={unsaved}
        title={t('leaveTitle')}
        text={t('leaveText')}
        confirm={t('leaveConfirm')}
        cancel={t('stayHere')}
      />
      <MergeDialog />
    </>
  );
}

/** Website settings (spec §2), for admins. */
export function WebsiteSettingsPage() {
  const me = useUser();
  const stored = useQuery(settingsQuery);
  if (!me) return null;
  return (
    <div className="mx-auto max-w-5xl">
      <Loaded of={stored} pending={<Loading />}>
        {(data) => <SettingsForm stored={data} me={me} />}
      </Loaded>
    </div>
  );
}
