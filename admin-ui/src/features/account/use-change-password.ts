import { useMutation } from '@tanstack/react-query';
import type { PasswordChange } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { useOnce } from '#lib/use-once.ts';

interface ChangeOutcome {
  onDone: () => void;
  /** What is wrong with single fields, in the words of the server. */
  onFields: (fields: Record<string, string>) => void;
}

/** Changes one's own password; the server ends all other sessions (product decisions §3). */
export function useChangePassword({ onDone, onFields }: ChangeOutcome) {
  const { t } = useTranslation();
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordChange) =>
      callApi('POST', '/api/auth/password', { payload: { currentPassword, newPassword } }),
    // The passwords leave the memory with the page.
    gcTime: 0,
    onSuccess: () => {
      onDone();
      notify.success(t('passwordChanged'));
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) onFields(fields);
      else notify.error(t('error'), refusalText('failedToChangePassword', error));
    },
    onSettled: once.release,
  });
  return {
    pending: mutation.isPending,
    send: (change: PasswordChange) => once.run(() => mutation.mutate(change)),
  };
}
