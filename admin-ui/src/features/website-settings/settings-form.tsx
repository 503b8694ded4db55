import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  emptyProfile,
  type Settings,
  type SettingsPatch,
  type SiteProfile,
  settings,
} from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, settingsQuery } from '#lib/queries.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { saveMerged } from '#lib/save-merged.ts';
import { useLeaveGuard } from '#lib/unsaved-work.ts';
import {
  AnalyticsSection,
  PrivacySection,
  ProfileSections,
  SecuritySection,
} from './settings-sections.tsx';
import {
  changedSettings,
  isEmptyPatch,
  patchedSettings,
  rebasedValues,
  type SettingsValues,
  settingsForm,
  settingsValues,
} from './settings-values.ts';

/** Asks before unsaved changes are left behind. */
function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(unsaved);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirm={t('leaveConfirm')}
      cancel={t('leaveCancel')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

interface SaveBarProps {
  unsaved: boolean;
  saving: boolean;
}

/** Stays at the lower edge of the window, so that saving is never a scroll away. */
function SaveBar({ unsaved, saving }: SaveBarProps) {
  const { t } = useTranslation();
  return (
    <div
      data-save-bar=""
      className="sticky bottom-0 z-20 -mx-4 -mb-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-hairline bg-ground px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:mx-0 lg:px-0"
    >
      <p aria-live="polite" className="mr-auto text-[0.8125rem] text-muted">
        {t(unsaved ? 'unsavedChanges' : 'allSaved')}
      </p>
      <Button type="submit" pending={saving} disabled={!unsaved}>
        {t(saving ? 'saving' : 'saveSettings')}
      </Button>
    </div>
  );
}

/**
 * The form over the settings as they are stored. What differs from `base` was changed by this
 * person; whenever other settings are told of, the form takes over the rest of them.
 */
function useSettingsForm(stored: Settings) {
  const form = useForm<SettingsValues>({
    defaultValues: settingsValues(stored),
    resolver: zodResolver(settingsForm),
  });
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  useEffect(() => {
    if (stored === seen) return;
    form.reset(rebasedValues(base, form.getValues(), stored), { keepErrors: true });
    setSeen(stored);
    setBase(stored);
  }, [stored, seen, base, form]);

  /** What was saved is this person's change no more, also when the settings can't be read again. */
  const onSaved = (sent: SettingsPatch) => setBase((now) => patchedSettings(now, sent));
  return { form, base, onSaved };
}

interface Outcome {
  onSaved: (sent: SettingsPatch) => void;
  onFields: (fields: Record<string, string>) => void;
}

type FlatSettings = Partial<Omit<Settings, 'profile'> & SiteProfile>;

/** The settings with the fields of the profile among the others. */
const flat = ({ profile, ...rest }: SettingsPatch & { etag?: string }): FlatSettings => {
  // Cast: a patch leaves fields out, and gives none the value undefined.
  return { ...rest, ...profile } as FlatSettings;
};

function nested(fields: FlatSettings): SettingsPatch {
  const entries = Object.entries(fields);
  const profile = entries.filter(([name]) => name in emptyProfile);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !(name in emptyProfile))),
    ...(profile.length > 0 && { profile: Object.fromEntries(profile) }),
  };
}

/** Sends what changed and asks for the settings again (spec §7). */
function useSaveSettings({ onSaved, onFields }: Outcome) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ base, patch }: { base: Settings; patch: SettingsPatch }) =>
      saveMerged({
        base: flat(base),
        mine: flat(patch),
        read: async () => flat(await callApi('GET', '/api/settings', { schema: settings })),
        send: (fields, { etag }) =>
          callApi('PATCH', '/api/settings', { payload: nested(fields), ifMatch: etag ?? '*' }),
      }),
    onSuccess: async (_answer, { patch }) => {
      notify.success(t('settingsUpdated'));
      onSaved(patch);
      await client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);
    },
    onError: (error) => {
      notify.error(t('error'), failureText('failedToUpdateSettings', error));
      if (!(error instanceof ApiError)) return;
      onFields(error.fields);
      // The own second factor was taken away meanwhile: the switch must rest again.
      if (error.code === 'own_two_factor_missing') void refetchUser(client).catch(() => undefined);
    },
  });
}

/** Everything that can be said about the site, saved together. */
export function SettingsForm({ stored, me }: { stored: Settings; me: AdminUser }) {
  const { form, base, onSaved } = useSettingsForm(stored);
  const save = useSaveSettings({
    onSaved,
    onFields: ({ googleAnalyticsId: message }) => {
      // Of the profile the server names no single field; its reason stands in the notice.
      if (message) form.setError('googleAnalyticsId', { message }, { shouldFocus: true });
    },
  });
  const patch = changedSettings(base, form.watch());
  const unsaved = !isEmptyPatch(patch);

  const submit = form.handleSubmit((values) => {
    const changed = changedSettings(base, values);
    if (!save.isPending && !isEmptyPatch(changed)) save.mutate({ base, patch: changed });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    void submit();
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <AnalyticsSection />
        <SecuritySection enforced={stored.enforce2FA} ownTwoFactor={me.twoFactorEnabled} />
        <PrivacySection />
        <ProfileSections />
        <SaveBar unsaved={unsaved} saving={save.isPending} />
      </form>
      <LeaveDialog unsaved={unsaved} />
      <MergeDialog />
    </FormProvider>
  );
}
