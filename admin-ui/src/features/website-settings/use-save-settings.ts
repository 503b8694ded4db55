import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsPatch } from '@veldlicht/contract/settings';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { settingsQuery } from '#lib/queries.ts';
import { refetchUser } from '#lib/refetch-user.ts';

interface Outcome {
  onSaved: (sent: SettingsPatch) => void;
  onFields: (fields: Record<string, string>) => void;
}

/** Sends what changed and asks for the settings again (spec §7). */
export function useSaveSettings({ onSaved, onFields }: Outcome) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: SettingsPatch) => callApi('PATCH', '/api/settings', { payload }),
    onSuccess: async (_answer, sent) => {
      notify.success(t('settingsUpdated'));
      onSaved(sent);
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
