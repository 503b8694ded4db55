import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type LoginAnswer,
  type LoginInput,
  loginAnswer,
  type MeAnswer,
} from '@veldlicht/contract/auth';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { serverMessage } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/queries.ts';
import { loginOutcome } from './login-outcome.ts';

/** Sends the credentials; a full sign-in sets the user, and whatever happens is told (spec §4, §8). */
export function useLogin() {
  const { t } = useTranslation();
  const client = useQueryClient();

  const settle = (answer: LoginAnswer) => {
    const outcome = loginOutcome(answer);
    if (outcome === 'signed-in' && answer.user) {
      const me: MeAnswer = { user: answer.user };
      client.setQueryData(sessionQuery.queryKey, me);
      notify.success(t('loginSuccessful'), t('welcomeBack'));
    } else if (outcome === 'refused') {
      notify.error(t('loginFailed'), t('invalidCredentials'));
    }
  };

  return useMutation({
    mutationFn: (payload: LoginInput) =>
      callApi('POST', '/api/auth/login', { payload, schema: loginAnswer }),
    onSuccess: settle,
    onError: (error) => {
      const known = serverMessage(error) !== null || error instanceof TypeError;
      notify.error(t('loginFailed'), known ? reasonText(error) : t('invalidCredentials'));
    },
  });
}
