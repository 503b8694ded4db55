/** The calls of the two-factor card, with their words for what comes of them (spec §7, §8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reason } from '@veldlicht/contract/reason';
import {
  backupCodesAnswer,
  type TwoFactorSetup,
  twoFactorSetup,
} from '@veldlicht/contract/two-factor';
import type { PasswordChange } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText, refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, settingsQuery } from '#lib/queries.ts';
import { useOnce } from '#lib/use-once.ts';

/** Asks who is signed in after a change, and says it when that fails (spec §7). */
function useRefresh() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (notRefreshed: PlainTextKey) =>
    refetchUser(client).catch(() => notify.error(t('error'), t(notRefreshed)));
}

/** Brings the card up to date when the server's state turned out to be another one. */
function useCatchUp() {
  const client = useQueryClient();
  return (error: unknown): boolean => {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'enforcement_on') void client.invalidateQueries(settingsQuery);
    if (code !== 'two_factor_state') return false;
    // Logged there; the refusal itself is what the person hears of.
    refetchUser(client).catch(() => {});
    return true;
  };
}

export function useSetUp(onDone: (setup: TwoFactorSetup) => void) {
  const { t } = useTranslation();
  const catchUp = useCatchUp();
  // Two set-ups at once could leave the picture of the one that does not count.
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: () => callApi('POST', '/api/2fa/setup', { schema: twoFactorSetup }),
    // The secret stays with the page that shows it.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      catchUp(error);
      notify.error(t('error'), failureText('failedToSetUp2FA', error));
    },
    onSettled: once.release,
  });
  return { pending: mutation.isPending, send: () => once.run(() => mutation.mutate()) };
}

interface VerifyOptions {
  /** Off in a set-up session: the person reads the backup codes first. */
  refreshes: boolean;
  onDone: (backupCodes: string[]) => void;
  /** The set-up has to begin again. */
  onStale: () => void;
}

export function useVerify({ refreshes, onDone, onStale }: VerifyOptions) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const catchUp = useCatchUp();
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: (token: string) =>
      callApi('POST', '/api/2fa/verify', { payload: { token }, schema: backupCodesAnswer }),
    gcTime: 0,
    onSuccess: async ({ backupCodes }) => {
      onDone(backupCodes);
      notify.success(t('twoFactorSetupComplete'), t('twoFactorSetupCompleteText'));
      if (refreshes) await refresh('enabledNotRefreshed');
    },
    onError: (error) => {
      const isWrong = error instanceof ApiError && error.reason === reason('invalid_code');
      const why = isWrong ? t('invalid_code') : failureText('failedToVerify2FA', error);
      notify.error(t('error'), why);
      if (catchUp(error)) onStale();
    },
    onSettled: once.release,
  });
  const send = (token: string, onRefused: () => void) =>
    once.run(() => mutation.mutate(token, { onError: onRefused }));
  return { pending: mutation.isPending, send };
}

export function useDisable(onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const catchUp = useCatchUp();
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: (token: string) => callApi('POST', '/api/2fa/disable', { payload: { token } }),
    onSuccess: async () => {
      notify.success(t('twoFactorDisabled'));
      await refresh('disabledNotRefreshed');
      onDone();
    },
    onError: (error) => {
      catchUp(error);
      notify.error(t('error'), refusalText('failedToDisable2FA', error));
    },
    onSettled: once.release,
  });
  const send = (token: string, onRefused: () => void) =>
    once.run(() => mutation.mutate(token, { onError: onRefused }));
  return { pending: mutation.isPending, send };
}

/** Says that the new backup codes are kept; only then does the panel stop asking for it. */
export function useCodesSaved(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: () => callApi('POST', '/api/2fa/backup-codes-saved'),
    onSuccess: () => {
      onDone();
      // Were it to fail, the next load sets it right.
      refetchUser(client).catch(() => undefined);
    },
    onError: (error) => notify.error(t('error'), failureText('failedToNoteCodes', error)),
    onSettled: once.release,
  });
  return { pending: mutation.isPending, send: () => once.run(() => mutation.mutate()) };
}

export function useRegenerate(onDone: (backupCodes: string[]) => void) {
  const { t } = useTranslation();
  const catchUp = useCatchUp();
  const once = useOnce();
  const mutation = useMutation({
    mutationFn: () =>
      callApi('POST', '/api/2fa/regenerate-backup-codes', { schema: backupCodesAnswer }),
    gcTime: 0,
    onSuccess: ({ backupCodes }) => {
      onDone(backupCodes);
      notify.success(t('backupCodesRegenerated'));
    },
    onError: (error) => {
      catchUp(error);
      notify.error(t('error'), failureText('failedToRegenerate', error));
    },
    onSettled: once.release,
  });
  return {
    pending: mutation.isPending,
    done: mutation.isSuccess,
    send: () => once.run(() => mutation.mutate()),
  };
}

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
