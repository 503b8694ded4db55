import { useQueryClient } from '@tanstack/react-query';
import { loginAnswer, type MeAnswer } from '@veldlicht/contract/auth';
import type { AdminUser } from '@veldlicht/contract/user';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { AlertButtons, AlertCard } from '#components/ui/dialog.tsx';
import { Field, PasswordInput } from '#components/ui/field.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { answerQuestion, askPerson } from '#lib/access-questions.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { sessionQuery } from '#lib/session.ts';
import { leaveUnsaved } from '#lib/unsaved-work.ts';
import { useChange } from '#lib/use-change.ts';
import { CodeField, codeWords, WaitNotice } from './code-field.tsx';
import { cleanCode, type LoginWait, loginOutcome, otherKind, waitOf } from './login.ts';

interface Identity {
  password: string;
  /** Empty when none was asked for. */
  code: string;
}

interface IdentityQuestionProps {
  question: 'confirm' | 'sign-in';
  /** Whose panel it is. */
  user: AdminUser;
}

interface IdentityFormProps extends IdentityQuestionProps {
  onLeave: () => void;
}

const words = {
  confirm: { title: 'confirmTitle', text: 'confirmText', action: 'confirmAction' },
  'sign-in': { title: 'sessionEnded', text: 'sessionEndedText', action: 'signIn' },
} as const;

/** Calls that prove who works here; each leaves the page as it is. */
function useProofs(user: AdminUser) {
  const client = useQueryClient();
  return {
    confirm: async ({ password, code }: Identity) => {
      const payload = code === '' ? { password } : { password, code };
      try {
        await callApi('POST', '/api/auth/confirm', { payload, asks: false });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'unauthenticated') void askPerson('sign-in');
        if (error.fields.code !== undefined) return 'code-needed';
        throw error;
      }
      return 'done';
    },
    'sign-in': async ({ password, code }: Identity) => {
      const { username } = user;
      const typed = { username, password };
      const payload = code === '' ? typed : { ...typed, twoFactorCode: code };
      const schema = loginAnswer;
      const answer = await callApi('POST', '/api/auth/login', { payload, schema, asks: false });
      if (loginOutcome(answer) === 'code') return 'code-needed';
      const { user: now, backupCodesUnsaved, backupCodesLeft } = answer;
      // The name belongs to somebody else by now: nothing of this page is theirs.
      if (now?.id !== user.id) leaveUnsaved('/admin/');
      else {
        // Whether two-factor must be set up first shows at the next call, over this page.
        const me: MeAnswer = { user: now, backupCodesUnsaved, backupCodesLeft };
        client.setQueryData(sessionQuery.queryKey, me);
      }
      return 'done';
    },
  } satisfies Record<string, (identity: Identity) => Promise<'done' | 'code-needed'>>;
}

/** What is wrong, and where it is said. */
interface Problem {
  at: 'password' | 'code' | 'form';
  text: string;
}

/** The password and, with two-factor, a code of the person who works here; nothing else of the page changes. */
function IdentityForm({ question, user, onLeave }: IdentityFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [kind, setKind] = useState<keyof typeof codeWords>('authenticator');
  const [asksCode, setAsksCode] = useState(user.twoFactorEnabled);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wait, setWait] = useState<LoginWait | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);

  // To what is wrong; also to a code field that has just come.
  useEffect(() => {
    if (problem?.at === 'password') passwordField.current?.select();
    if (problem?.at === 'code') codeField.current?.focus();
  }, [problem]);

  const refuse = (error: unknown) => {
    const waiting = waitOf(error, Date.now());
    setWait(waiting);
    const said = error instanceof ApiError ? error.code : null;
    if (said === 'invalid_credentials') setProblem({ at: 'password', text: t('wrongPassword') });
    else if (said === 'invalid_code') {
      setCode('');
      setProblem({ at: 'code', text: t('invalid_code') });
    } else setProblem(waiting ? null : { at: 'form', text: reasonText(error) });
  };
  const askCode = () => {
    setAsksCode(true);
    setProblem({ at: 'code', text: t('verification_code_required') });
  };
  const proof = useChange({
    call: useProofs(user)[question],
    isSecret: true,
    onDone: (outcome) => (outcome === 'done' ? answerQuestion(question, true) : askCode()),
    onRefused: refuse,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form of the page may have this one among its React children.
    event.stopPropagation();
    if (wait) return;
    if (password === '') return setProblem({ at: 'password', text: t('enterPassword') });
    if (asksCode && code === '') return askCode();
    setProblem(null);
    proof.mutate({ password, code });
  };
  const errorAt = (place: Problem['at']) => (problem?.at === place ? problem.text : undefined);

  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.username} />
      <Field label={t('password')} error={errorAt('password')}>
        <PasswordInput
          ref={passwordField}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {asksCode && (
        <div className="flex flex-col items-start gap-1">
          <CodeField
            label={t(codeWords[kind].label)}
            hint={t(codeWords[kind].hint)}
            error={errorAt('code')}
            digits={kind === 'authenticator'}
            value={code}
            onType={(typed) => setCode(cleanCode(typed, kind))}
            ref={codeField}
            className="w-full"
          />
          <Button
            look="quiet"
            size="sm"
            className="-ml-3"
            onClick={() => {
              setKind(otherKind[kind]);
              setCode('');
              setProblem(null);
              codeField.current?.focus();
            }}
          >
            {t(codeWords[kind].other)}
          </Button>
        </div>
      )}
      {problem?.at === 'form' && (
        <p role="alert" className="wrap-anywhere whitespace-pre-line text-danger">
          {problem.text}
        </p>
      )}
      {wait && <WaitNotice wait={wait} onOver={() => setWait(null)} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button look={question === 'confirm' ? 'secondary' : 'quiet'} onClick={onLeave}>
          {t(question === 'confirm' ? 'cancel' : 'signInAsSomeoneElse')}
        </Button>
        <Button type="submit" pending={proof.isPending} disabled={wait !== null}>
          {t(words[question].action)}
        </Button>
      </div>
    </form>
  );
}

/**
 * "Confirm it's you" and "Your session has ended", over whatever is on the page: the calls that were
 * refused wait for it and are made again. A confirmation can be turned down; an ended session can't.
 */
export function IdentityQuestion({ question, user }: IdentityQuestionProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { title, text } = words[question];
  const cancel = () => answerQuestion('confirm', false);
  return (
    <AlertCard
      title={t(leaving ? 'leaveSignInTitle' : title)}
      text={t(leaving ? 'logoutUnsavedText' : text)}
      layer="z-60"
      onClose={() => question === 'confirm' && cancel()}
    >
      {leaving ? (
        <AlertButtons>
          <Button look="secondary" autoFocus onClick={() => setLeaving(false)}>
            {t('back')}
          </Button>
          <Button look="danger" onClick={() => leaveUnsaved('/admin/login')}>
            {t('signInAsSomeoneElse')}
          </Button>
        </AlertButtons>
      ) : (
        <>
          <p className="truncate font-medium">
            {question === 'sign-in' ? t('signingInAs', { name: user.username }) : user.username}
          </p>
          <IdentityForm
            question={question}
            user={user}
            onLeave={question === 'confirm' ? cancel : () => setLeaving(true)}
          />
        </>
      )}
    </AlertCard>
  );
}
