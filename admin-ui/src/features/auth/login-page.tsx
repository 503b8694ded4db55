import { useQuery } from '@tanstack/react-query';
import type { LoginAnswer } from '@veldlicht/contract/auth';
import type { PasskeyProof } from '@veldlicht/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, OtherCode, WaitNotice } from '#components/code-field.tsx';
import { onDemand } from '#components/on-demand.tsx';
import { FieldsForm, textFieldFor, useFields } from '#components/text-form.tsx';
import { Button, linkClass } from '#components/ui/button.tsx';
import { BuilderFold, Fold } from '#components/ui/card.tsx';
import { PageSpinner } from '#components/ui/loading.tsx';
import { callApi } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import type { CodeKind } from '#lib/login.ts';
import { notify } from '#lib/notify.ts';
import { askPasskey, hasPasskeys, offerPasskeys } from '#lib/passkeys.ts';
import { sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { AuthFrame, type DoorProps } from './auth-frame.tsx';
import { loadLoginAnswer, type SignIn, useSignIn } from './use-sign-in.ts';

const loadCredentials = async () => (await import('#lib/sign-in-schemas.ts')).credentials;
const loadSignInCode = async () => (await import('#lib/sign-in-schemas.ts')).signInCode;
const TextField = textFieldFor(loadCredentials);

interface PasskeyButtonProps {
  onAnswer: (answer: LoginAnswer) => void;
  onRefused: (error: Error) => void;
}

/** Signs in by a passkey: by the button, or from the autofill list of the name field. */
function PasskeyButton({ onAnswer, onRefused }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChange({
    call: async (ask: () => Promise<PasskeyProof | null>) => {
      const payload = await ask();
      const schema = loadLoginAnswer;
      return payload && callApi('POST', '/api/auth/passkey', { payload, schema, asks: false });
    },
    isSecret: true,
    onDone: (answer) => answer && onAnswer(answer),
    onRefused,
  });
  // Restarts after each attempt: the browser allows one request at a time.
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

function LoginHelp() {
  const { t } = useTranslation();
  return (
    <div className="mt-6 flex flex-col items-start gap-3 border-t border-hairline pt-5">
      <a href="/admin/forgot" className={linkClass}>
        {t('forgotPassword')}
      </a>
      <Fold summary={t('signInHelp')} className="w-full text-muted">
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
          <li>{t('helpPassword')}</li>
          <li>{t('helpPhone')}</li>
          <li>{t('helpAdmin')}</li>
        </ul>
        <BuilderFold className="mt-3">
          <p className="mt-2 wrap-anywhere">{t('helpBuilder')}</p>
        </BuilderFold>
      </Fold>
    </div>
  );
}

/** Submit button of a step, disabled during a wait. */
function SendStep({ signIn: { wait, endWait, save }, label }: { signIn: SignIn; label: string }) {
  return (
    <>
      {wait && <WaitNotice wait={wait} onOver={endWait} />}
      <Button
        type="submit"
        pending={save.isPending}
        disabled={wait !== null}
        className="mt-1 w-full"
      >
        {label}
      </Button>
    </>
  );
}

/** First step: username or email and password, or a passkey. */
function CredentialsForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const { typed } = signIn;
  const form = useFields({
    schema: loadCredentials,
    start: typed,
    save: signIn.save,
    toSend: (payload) => ({ payload }),
    onInvalid: () => notify.clear(),
    onRefused: () => form.setFocus('password', { shouldSelect: true }),
  });
  const { setFocus } = form;
  const isBack = typed.password !== '';
  useEffect(() => {
    if (isBack) setFocus('password', { shouldSelect: true });
  }, [isBack, setFocus]);
  return (
    <FieldsForm of={form} className="mt-8 flex flex-col gap-5">
      <TextField
        name="username"
        hint={t('usernameOrEmail')}
        // Lists passkeys too.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!isBack}
      />
      <TextField name="password" type="password" autoComplete="current-password" />
      <SendStep signIn={signIn} label={t('signIn')} />
      <PasskeyButton onAnswer={signIn.onAnswer} onRefused={signIn.onRefused} />
    </FieldsForm>
  );
}

/** Second step: a code, sent with the credentials. */
function CodeForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const { typed } = signIn;
  const [kind, setKind] = useState<CodeKind>('authenticator');
  const empty = () => {
    form.resetField('twoFactorCode');
    form.setFocus('twoFactorCode');
  };
  const form = useFields({
    schema: loadSignInCode,
    start: { ...typed, twoFactorCode: '' },
    save: signIn.save,
    toSend: (payload) => ({ payload, isBackup: kind === 'backup' }),
    onInvalid: () => notify.clear(),
    onRefused: empty,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('twoFactorCode'), [setFocus]);
  return (
    <FieldsForm of={form} className="mt-8 flex flex-col gap-5">
      <CodeField
        name="twoFactorCode"
        kind={kind}
        inputClass="h-12 text-lg tracking-[0.25em] md:text-lg"
      />
      <SendStep signIn={signIn} label={t('verify')} />
      <div className="-mx-3 flex flex-wrap justify-between gap-1">
        <OtherCode
          kind={kind}
          onChoose={(next) => {
            notify.clear();
            setKind(next);
            empty();
          }}
        />
        <Button look="quiet" size="sm" onClick={signIn.goBack}>
          {t('back')}
        </Button>
      </div>
    </FieldsForm>
  );
}

const SetUpAlert = onDemand(async () => (await import('./set-up-alert.tsx')).SetUpAlert);

/** Sign-in in two steps (spec §2 Admin login); signed-in users go to the dashboard. */
export function LoginPage({ onEnter }: DoorProps) {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const signIn = useSignIn();
  const { step, typed } = signIn;
  useDocumentTitle(`${t('signIn')} · ${t('appName')}`);

  // Also true right after signing in.
  const isIn = Boolean(session.data) && step !== 'setup';
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (isIn) enter('/');
  }, [isIn]);
  if (session.isPending || isIn) return <PageSpinner />;
  return (
    <AuthFrame
      text={
        <p className="mt-1 truncate text-muted">
          {step === 'code' ? t('signingInAs', { name: typed.username }) : t('signInText')}
        </p>
      }
    >
      {step === 'code' ? <CodeForm signIn={signIn} /> : <CredentialsForm signIn={signIn} />}
      <LoginHelp />
      {step === 'setup' && (
        <SetUpAlert onLeave={signIn.goBack} onSetUp={() => onEnter('/settings')} />
      )}
    </AuthFrame>
  );
}
