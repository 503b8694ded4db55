import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  emptyProfile,
  type Settings,
  type SettingsPatch,
  type SiteProfile,
  settings,
} from '@veldlicht/contract/settings';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { settingsQuery } from '#lib/queries.ts';
import { refetchUser } from '#lib/refetch-user.ts';
import { saveMerged } from '#lib/save-merged.ts';

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
export function useSaveSettings({ onSaved, onFields }: Outcome) {
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
