/** The calls of the account page, with their words for what comes of them (spec §7, §8). */
import type { QueryClient } from '@tanstack/react-query';
import { reason } from '@veldlicht/contract/reason';
import {
  backupCodesAnswer,
  type TwoFactorSetup,
  twoFactorSetup,
} from '@veldlicht/contract/two-factor';
import type { PasswordChange } from '@veldlicht/contract/user';
import i18next from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, settingsQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

/** Asks who is signed in after a change, and says it when that fails (spec §7). */
const refreshUser = (client: QueryClient, notRefreshed: PlainTextKey) =>
  refetchUser(client).catch(() => notify.error(i18next.t('error'), i18next.t(notRefreshed)));

const isOutdated = (error: Error) => error instanceof ApiError && error.code === 'two_factor_state';

/** Brings the card up to date when the server's state turned out to be another one. */
function catchUp(error: Error, client: QueryClient): void {
  if (error instanceof ApiError && error.code === 'enforcement_on')
    void client.invalidateQueries(settingsQuery);
  // Logged there; the refusal itself is what the person hears of.
  if (isOutdated(error)) refetchUser(client).catch(() => {});
}

/** Two set-ups at once could leave the picture of the one that does not count. */
export function useSetUp(onDone: (setup: TwoFactorSetup) => void) {
  return useChange({
    call: () => callApi('POST', '/api/2fa/setup', { schema: twoFactorSetup }),
    isSecret: true,
    failed: 'failedToSetUp2FA',
    onDone,
    onRefused: catchUp,
  });
}

interface VerifyOptions {
  /** Off in a set-up session: the person reads the backup codes first. */
  refreshes: boolean;
  onDone: (backupCodes: string[]) => void;
  /** The set-up has to begin again. */
  onStale: () => void;
}

export function useVerify({ refreshes, onDone, onStale }: VerifyOptions) {
  return useChange({
    call: (token: string) =>
      callApi('POST', '/api/2fa/verify', { payload: { token }, schema: backupCodesAnswer }),
    isSecret: true,
    failed: 'failedToVerify2FA',
    isReasonEnough: (error) => error.reason === reason('invalid_code'),
    onDone: async ({ backupCodes }, _token, client) => {
      onDone(backupCodes);
      notify.success(i18next.t('twoFactorSetupComplete'), i18next.t('twoFactorSetupCompleteText'));
      if (refreshes) await refreshUser(client, 'enabledNotRefreshed');
    },
    onRefused: (error, client) => {
      catchUp(error, client);
      if (isOutdated(error)) onStale();
    },
  });
}

export function useDisable(onDone: () => void) {
  return useChange({
    call: (token: string) => callApi('POST', '/api/2fa/disable', { payload: { token } }),
    done: 'twoFactorDisabled',
    failed: 'failedToDisable2FA',
    isReasonEnough: true,
    onDone: async (_answer, _token, client) => {
      await refreshUser(client, 'disabledNotRefreshed');
      onDone();
    },
    onRefused: catchUp,
  });
}

/** Says that the new backup codes are kept; only then does the panel stop asking for it. */
export function useCodesSaved(onDone: () => void) {
  return useChange({
    call: () => callApi('POST', '/api/2fa/backup-codes-saved'),
    failed: 'failedToNoteCodes',
    onDone: (_answer, _input, client) => {
      onDone();
      // Were it to fail, the next load sets it right.
      refetchUser(client).catch(() => undefined);
    },
  });
}

export function useRegenerate(onDone: (backupCodes: string[]) => void) {
  return useChange({
    call: () => callApi('POST', '/api/2fa/regenerate-backup-codes', { schema: backupCodesAnswer }),
    isSecret: true,
    done: 'backupCodesRegenerated',
    failed: 'failedToRegenerate',
    onDone: ({ backupCodes }) => onDone(backupCodes),
    onRefused: catchUp,
  });
}

interface ChangeOutcome {
  onDone: () => void;
  /** The reasons why single fields are refused. */
  onFields: (fields: Record<string, string>) => void;
}

const fieldsOf = (error: Error) => (error instanceof ApiError ? error.fields : {});
const hasFields = (error: Error) => Object.keys(fieldsOf(error)).length > 0;

/** Changes one's own password; the server ends all other sessions (product decisions §3). */
export function useChangePassword({ onDone, onFields }: ChangeOutcome) {
  return useChange({
    call: ({ currentPassword, newPassword }: PasswordChange) =>
      callApi('POST', '/api/auth/password', { payload: { currentPassword, newPassword } }),
    isSecret: true,
    done: 'passwordChanged',
    failed: 'failedToChangePassword',
    isReasonEnough: true,
    onDone,
    isToldElsewhere: hasFields,
    onRefused: (error) => onFields(fieldsOf(error)),
  });
}
