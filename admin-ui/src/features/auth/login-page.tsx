import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type LoginAnswer,
  type LoginInput,
  loginAnswer,
  type MeAnswer,
} from '@veldlicht/contract/auth';
import type { PasskeyProof } from '@veldlicht/contract/passkey';
import { Fingerprint } from 'lucide-react';
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useReducer,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { Button, linkClass } from '#components/ui/button.tsx';
import { BuilderFold } from '#components/ui/card.tsx';
import { Field, PasswordInput, TextInput } from '#components/ui/field.tsx';
import { PageSpinner } from '#components/ui/loading.tsx';
import { reasonText, serverText } from '#i18n/failure-text.ts';
import { ApiError, callApi, serverReason } from '#lib/api.ts';
import { codesLeft } from '#lib/codes-left.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { notify } from '#lib/notify.ts';
import { askPasskey, hasPasskeys, offerPasskeys } from '#lib/passkeys.ts';
import { sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { AuthFrame } from './auth-frame.tsx';
import { CodeField, codeWords, WaitNotice } from './code-field.tsx';
import { type LoginEvent, loginOutcome, loginReducer, loginStart, waitOf } from './login.ts';

interface PasskeyButtonProps {
  onAnswer: (answer: LoginAnswer) => void;
  onRefused: (error: Error) => void;
}

/** Signs in by a passkey: by the button, or from the list that the browser offers at the name field. */
function PasskeyButton({ onAnswer, onRefused }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChange({
    call: async (ask: () => Promise<PasskeyProof | null>) => {
      const payload = await ask();
      const schema = loginAnswer;
      return payload && callApi('POST', '/api/auth/passkey', { payload, schema, asks: false });
    },
    isSecret: true,
    onDone: (answer) => answer && onAnswer(answer),
    onRefused,
  });
  // Anew after each try: the browser has one question at a time.
  useEffect(() => {
    if (isPending || !hasPasskeys()) return;
    return offerPasskeys((proof) => mutate(async () => proof));
  }, [isPending, mutate]);
  if (!hasPasskeys()) return null;
  const press = () => {
    notify.clear();
    mutate(() => askPasskey());
  };
  return (
    <Button look="quiet" pending={isPending} onClick={press} className="-mt-2 w-full">
      <Fingerprint className="size-4" />
      {t('signInByPasskey')}
    </Button>
  );
}

/** What to do without a password, a phone or a code; the terminal only for whoever built the site. */
function LoginHelp() {
  const { t } = useTranslation();
  return (
    <div className="mt-6 flex flex-col items-start gap-3 border-t border-hairline pt-5">
      <Link to="/forgot" className={linkClass}>
        {t('forgotPassword')}
      </Link>
      <details className="w-full text-muted">
        <summary className="cursor-pointer">{t('signInHelp')}</summary>
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
          <li>{t('helpPassword')}</li>
          <li>{t('helpPhone')}</li>
          <li>{t('helpAdmin')}</li>
        </ul>
        <BuilderFold className="mt-3">
          <p className="mt-2 wrap-anywhere">{t('helpBuilder')}</p>
        </BuilderFold>
      </details>
    </div>
  );
}

/** A sign-in in one or two steps; whatever comes of it is told (spec §4, §8). */
function useLogin() {
  const { t } = useTranslation();
  const [state, dispatch] = useReducer(loginReducer, loginStart);
  const client = useQueryClient();
  const onAnswer = (answer: LoginAnswer) => {
    const outcome = loginOutcome(answer);
    dispatch({ type: 'answered', outcome });
    if (outcome === 'refused') notify.error(t('loginFailed'), t('invalid_credentials'));
    if (outcome === 'signed-in') {
      const left = state.step === 'code' && state.kind === 'backup' ? codesLeft(answer, t) : null;
      notify.success(
        t('loginSuccessful'),
        [t('welcomeBack'), left?.text].filter(Boolean).join('\n'),
      );
    }
    const { requires2FA, user, ...rest } = answer;
    if (!user || requires2FA) return;
    const me: MeAnswer = { ...rest, user };
    client.setQueryData(sessionQuery.queryKey, me);
  };
  const onRefused = (error: Error) => {
    const wait = waitOf(error, Date.now());
    dispatch({ type: 'refused', code: error instanceof ApiError ? error.code : null, wait });
    const known = serverReason(error) !== null || error instanceof TypeError;
    const why = known ? reasonText(error) : t('invalid_credentials');
    // How long to wait is said by the form, which counts down.
    notify.error(t('loginFailed'), wait ? serverText(wait.reason) : why);
  };
  const login = useChange<LoginAnswer, LoginInput>({
    call: (payload) => callApi('POST', '/api/auth/login', { payload, schema: loginAnswer }),
    isSecret: true,
    onDone: onAnswer,
    onRefused,
  });
  /** Nothing is sent during a wait. What was said of an earlier try is over. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.wait !== null || login.isPending) return;
    notify.clear();
    const { step, password, code } = state;
    const username = state.username.trim();
    const isComplete = step === 'code' ? code !== '' : username !== '' && password !== '';
    dispatch({ type: isComplete ? 'sent' : 'missing' });
    const twoFactor = step === 'code' ? { twoFactorCode: code } : {};
    if (isComplete) login.mutate({ username, password, ...twoFactor });
  };
  return { state, dispatch, pending: login.isPending, submit, onAnswer, onRefused };
}

type Login = ReturnType<typeof useLogin>;

/** Both steps in one form: what was typed stays, also after a refusal. */
function LoginForm({ state, dispatch, pending, submit, onAnswer, onRefused }: Login) {
  const { t } = useTranslation();
  const { step, username, password, kind, missing, wait, round } = state;
  const errorId = useId();
  const fields = {
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
  };
  const isEmpty = { username: username.trim() === '', password: password === '' };
  const focus = useEffectEvent(() => {
    if (step === 'code') fields.code.current?.focus();
    else if (missing && isEmpty.username) fields.username.current?.focus();
    else fields.password.current?.select();
  });
  useEffect(() => {
    if (round > 0) focus();
  }, [round]);
  const onType = (field: 'username' | 'password' | 'code') => (text: string) =>
    dispatch({ type: 'typed', field, text });
  /** What was said of the step is over with it. */
  const leave = (event: LoginEvent) => () => {
    notify.clear();
    dispatch(event);
  };
  const textField = (name: 'username' | 'password') => ({
    ref: fields[name],
    name,
    value: state[name],
    onChange: (event: { target: HTMLInputElement }) => onType(name)(event.target.value),
    'aria-invalid': (missing && isEmpty[name]) || undefined,
    ...(missing && { 'aria-describedby': errorId }),
  });
  return (
    <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      {step === 'code' ? (
        <CodeField
          label={t(codeWords[kind].label)}
          hint={t(codeWords[kind].hint)}
          error={missing ? t('verification_code_required') : undefined}
          digits={kind === 'authenticator'}
          value={state.code}
          onType={onType('code')}
          ref={fields.code}
          inputClass="h-12 text-lg tracking-[0.25em] md:text-lg"
        />
      ) : (
        <>
          <Field label={t('username')} hint={t('usernameOrEmail')}>
            <TextInput
              {...textField('username')}
              // With the passkeys of this device in the list.
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          </Field>
          <Field label={t('password')}>
            <PasswordInput {...textField('password')} autoComplete="current-password" />
          </Field>
          {missing && (
            <p id={errorId} role="alert" className="text-danger">
              {t('username_and_password_required')}
            </p>
          )}
        </>
      )}
      {wait && <WaitNotice wait={wait} onOver={() => dispatch({ type: 'wait-over' })} />}
      <Button type="submit" pending={pending} disabled={wait !== null} className="mt-1 w-full">
        {t(step === 'code' ? 'verify' : 'signIn')}
      </Button>
      {step === 'credentials' && <PasskeyButton onAnswer={onAnswer} onRefused={onRefused} />}
      {step === 'code' && (
        <div className="-mx-3 flex flex-wrap justify-between gap-1">
          <Button look="quiet" size="sm" onClick={leave({ type: 'kind-toggled' })}>
            {t(codeWords[kind].other)}
          </Button>
          <Button look="quiet" size="sm" onClick={leave({ type: 'went-back' })}>
            {t('back')}
          </Button>
        </div>
      )}
    </form>
  );
}

const SetUpAlert = lazy(async () => ({
  default: (await import('./set-up-alert.tsx')).SetUpAlert,
}));

/** Sign-in in two steps (spec §2 Admin login); who is signed in goes on to the dashboard. */
export function LoginPage() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const login = useLogin();
  const { step, username } = login.state;
  useDocumentTitle(`${t('signIn')} · ${t('appName')}`);

  if (session.isPending) return <PageSpinner />;
  // Also the way on after a sign-in that has just succeeded.
  if (session.data && step !== 'setup') return <Navigate to="/" replace />;
  return (
    <AuthFrame
      text={
        <p className="mt-1 truncate text-muted">
          {step === 'code' ? t('signingInAs', { name: username.trim() }) : t('signInText')}
        </p>
      }
    >
      <LoginForm {...login} />
      <LoginHelp />
      {step === 'setup' && (
        <Suspense>
          <SetUpAlert onLeave={() => login.dispatch({ type: 'went-back' })} />
        </Suspense>
      )}
    </AuthFrame>
  );
}
