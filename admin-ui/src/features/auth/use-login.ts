import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type LoginAnswer,
  type LoginInput,
  loginAnswer,
  type MeAnswer,
} from '@veldlicht/contract/auth';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { serverText } from '#i18n/server-text.ts';
import { callApi } from '#lib/api.ts';
import { ApiError, serverReason } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/queries.ts';
import { useOnce } from '#lib/use-once.ts';
import {
  type Credentials,
  type LoginEvent,
  type LoginWait,
  loginOutcome,
  loginReducer,
  loginStart,
} from './login-state.ts';

/** The wait a refusal asks for. `now` in milliseconds since 1970. */
export function waitOf(error: unknown, now: number): LoginWait | null {
  if (!(error instanceof ApiError) || !error.retryAfter) return null;
  return { until: now + error.retryAfter * 1000, reason: error.reason };
}

/** A sign-in in one or two steps; whatever comes of it is told (spec §4, §8). */
export function useLogin() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [state, dispatch] = useReducer(loginReducer, loginStart);
  const once = useOnce();

  const settle = (answer: LoginAnswer) => {
    const outcome = loginOutcome(answer);
    dispatch({ type: 'answered', outcome });
    if (outcome === 'refused') notify.error(t('loginFailed'), t('invalid_credentials'));
    if (outcome === 'signed-in') notify.success(t('loginSuccessful'), t('welcomeBack'));
    if (!answer.user || outcome === 'code') return;
    const { user, requires2FASetup, backupCodesUnsaved } = answer;
    const me: MeAnswer = { user, requires2FASetup, backupCodesUnsaved };
    client.setQueryData(sessionQuery.queryKey, me);
  };

  const mutation = useMutation({
    mutationFn: (payload: LoginInput) =>
      callApi('POST', '/api/auth/login', { payload, schema: loginAnswer }),
    // The password leaves the memory with the page.
    gcTime: 0,
    onSuccess: settle,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      const wait = waitOf(error, Date.now());
      dispatch({ type: 'refused', code, wait });
      const known = serverReason(error) !== null || error instanceof TypeError;
      const why = known ? reasonText(error) : t('invalid_credentials');
      // How long to wait is said by the form, which counts down.
      notify.error(t('loginFailed'), wait ? serverText(wait.reason) : why);
    },
    onSettled: once.release,
  });

  /** One call at a time, and none during a wait. What was said of an earlier try is over. */
  const send = (payload: LoginInput) => {
    if (state.wait !== null) return;
    once.run(() => {
      notify.clear();
      mutation.mutate(payload);
    });
  };

  return {
    state,
    dispatch: (event: LoginEvent) => {
      if (event.type === 'kind-toggled' || event.type === 'went-back') notify.clear();
      dispatch(event);
    },
    pending: mutation.isPending,
    sendCredentials: (credentials: Credentials) => {
      dispatch({ type: 'credentials-sent', credentials });
      send(credentials);
    },
    sendCode: () => {
      if (state.code !== '') return send({ ...state.credentials, twoFactorCode: state.code });
      if (mutation.isPending || state.wait !== null) return;
      notify.clear();
      dispatch({ type: 'code-missing' });
    },
  };
}
