import type { Settings } from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import type { KeyboardEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { isSaveKey } from '#lib/save-key.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { PrivacySection } from './privacy-fields.tsx';
import { ProfileSections } from './profile-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { AnalyticsSection, SecuritySection } from './security-fields.tsx';
import { changedSettings, isEmptyPatch } from './settings-values.ts';
import { useSaveSettings } from './use-save-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';

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
