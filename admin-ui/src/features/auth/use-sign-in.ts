/** Signing in, in one or two steps, with its notices (spec §4, §8). */
import { useQueryClient } from '@tanstack/react-query';
import type { LoginAnswer, LoginInput, MeAnswer } from '@veldlicht/contract/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText, serverText } from '#i18n/failure-text.ts';
import { ApiError, callApi, serverReason } from '#lib/api.ts';
import { codesLeft } from '#lib/codes-left.ts';
import { type LoginWait, loginOutcome, waitOf } from '#lib/login.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';

export const loadLoginAnswer = async () => (await import('#lib/sign-in-schemas.ts')).loginAnswer;

interface Attempt {
  payload: LoginInput;
  /** A backup code was used: the notice counts the remaining ones. */
  isBackup?: boolean;
}

type Step = 'credentials' | 'code' | 'setup';

export function useSignIn() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('credentials');
  const [wait, setWait] = useState<LoginWait | null>(null);
  /** Sent again with the code. */
  const [typed, setTyped] = useState({ username: '', password: '' });

  const onAnswer = (answer: LoginAnswer, attempt?: Attempt) => {
    const outcome = loginOutcome(answer);
    setWait(null);
    if (outcome === 'code' || outcome === 'setup') setStep(outcome);
    if (outcome === 'refused') {
      setStep('credentials');
      notify.error(t('loginFailed'), t('invalid_credentials'));
    }
    if (outcome === 'signed-in') {
      const left = attempt?.isBackup ? codesLeft(answer, t) : null;
      const description = [t('welcomeBack'), left?.text].filter(Boolean).join('\n');
      notify.success(t('loginSuccessful'), description);
    }
    const { requires2FA, user, ...rest } = answer;
    if (!user || requires2FA) return;
    const me: MeAnswer = { ...rest, user };
    client.setQueryData(sessionQuery.queryKey, me);
  };

  const onRefused = (error: Error) => {
    const asked = waitOf(error, Date.now());
    setWait(asked);
    // Wrong credentials lead back to the first step (spec §4).
    if (error instanceof ApiError && error.code === 'invalid_credentials') setStep('credentials');
    const known = serverReason(error) !== null || error instanceof TypeError;
    const why = known ? reasonText(error) : t('invalid_credentials');
    // The form shows the countdown.
    notify.error(t('loginFailed'), asked ? serverText(asked.reason) : why);
  };

  const login = useChange<LoginAnswer, Attempt>({
    call: ({ payload }) => callApi('POST', '/api/auth/login', { payload, schema: loadLoginAnswer }),
    isSecret: true,
    onDone: onAnswer,
    onRefused,
  });
  const save: Pick<typeof login, 'isPending' | 'mutate'> = {
    isPending: login.isPending,
    mutate: (attempt, then) => {
      // Nothing is sent during a wait.
      if (wait !== null) return;
      // A new attempt clears the notices of the last one.
      notify.clear();
      const { username, password } = attempt.payload;
      setTyped({ username, password });
      login.mutate(attempt, then);
    },
  };
  const goBack = () => {
    notify.clear();
    setWait(null);
    setStep('credentials');
  };
  return { step, wait, typed, save, onAnswer, onRefused, goBack, endWait: () => setWait(null) };
}

export type SignIn = ReturnType<typeof useSignIn>;
