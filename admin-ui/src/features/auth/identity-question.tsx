import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAnswer, type MeAnswer } from '@veldlicht/contract/auth';
import type { AdminUser } from '@veldlicht/contract/user';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { backdropClass, cardClass } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { answerQuestion, askPerson } from '#lib/access-questions.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { classNames } from '#lib/class-names.ts';
import { sessionQuery } from '#lib/queries.ts';
import { leaveUnsaved } from '#lib/unsaved-work.ts';
import { useOnce } from '#lib/use-once.ts';
import { codeWords } from './code-form.tsx';
import { type CodeKind, cleanCode, type LoginWait, loginOutcome } from './login-state.ts';
import { waitOf } from './use-login.ts';
import { WaitNotice } from './wait-notice.tsx';

interface Identity {
  password: string;
  /** Empty when none was asked for. */
  code: string;
}

interface IdentityFormProps {
  username: string;
  /** Whether the account is known to have two-factor. */
  hasCode: boolean;
  confirm: string;
  /** Throws what the server refused; `code-needed` when it asks for a code after all. */
  send: (identity: Identity) => Promise<'done' | 'code-needed'>;
  onDone: () => void;
  /** Buttons beside the one that sends. */
  children: ReactNode;
}

/** What is wrong, and where it is said. */
interface Problem {
  at: 'password' | 'code' | 'form';
  text: string;
}

/** The password and, with two-factor, a code of the person who works here; nothing else of the page changes. */
function IdentityForm(props: IdentityFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [kind, setKind] = useState<CodeKind>('authenticator');
  const [asksCode, setAsksCode] = useState(props.hasCode);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wait, setWait] = useState<LoginWait | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const once = useOnce();
  const { label, hint, other } = codeWords[kind];

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
  const mutation = useMutation({
    mutationFn: props.send,
    // The password leaves the memory with the form.
    gcTime: 0,
    onSuccess: (outcome) => (outcome === 'done' ? props.onDone() : askCode()),
    onError: refuse,
    onSettled: once.release,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form of the page may have this one among its React children.
    event.stopPropagation();
    if (wait) return;
    if (password === '') return setProblem({ at: 'password', text: t('enterPassword') });
    if (asksCode && code === '') return askCode();
    setProblem(null);
    once.run(() => mutation.mutate({ password, code }));
  };
  const errorAt = (place: Problem['at']) => (problem?.at === place ? problem.text : undefined);

  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={props.username} />
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
          <Field label={t(label)} hint={t(hint)} error={errorAt('code')} className="w-full">
            <TextInput
              ref={codeField}
              name="code"
              autoComplete="one-time-code"
              inputMode={kind === 'authenticator' ? 'numeric' : 'text'}
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(cleanCode(event.target.value, kind))}
              className="font-mono tracking-[0.2em]"
            />
          </Field>
          <Button
            look="quiet"
            size="sm"
            className="-ml-3"
            onClick={() => {
              setKind(kind === 'authenticator' ? 'backup' : 'authenticator');
              setCode('');
              setProblem(null);
              codeField.current?.focus();
            }}
          >
            {t(other)}
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
        {props.children}
        <Button type="submit" pending={mutation.isPending} disabled={wait !== null}>
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}

interface IdentityQuestionProps {
  question: 'confirm' | 'sign-in';
  /** Whose panel it is. */
  user: AdminUser;
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
      const { user: now, backupCodesUnsaved } = answer;
      // The name belongs to somebody else by now: nothing of this page is theirs.
      if (now?.id !== user.id) leaveUnsaved('/admin/');
      else {
        // Whether two-factor must be set up first shows at the next call, over this page.
        const me: MeAnswer = { user: now, backupCodesUnsaved };
        client.setQueryData(sessionQuery.queryKey, me);
      }
      return 'done';
    },
  } satisfies Record<string, (identity: Identity) => Promise<'done' | 'code-needed'>>;
}

/**
 * "Confirm it's you" and "Your session has ended", over whatever is on the page: the calls that were
 * refused wait for it and are made again. A confirmation can be turned down; an ended session can't.
 */
export function IdentityQuestion({ question, user }: IdentityQuestionProps) {
  const { t } = useTranslation();
  const proofs = useProofs(user);
  const [leaving, setLeaving] = useState(false);
  const { title, text, action } = words[question];
  const cancel = () => answerQuestion('confirm', false);
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && question === 'confirm' && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-60')} />
        <AlertDialog.Popup className={classNames(cardClass, 'z-60 max-w-md')}>
          <AlertDialog.Title className="text-base font-semibold">
            {t(leaving ? 'leaveSignInTitle' : title)}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-muted">
            {t(leaving ? 'logoutUnsavedText' : text)}
          </AlertDialog.Description>
          {leaving ? (
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <Button look="secondary" autoFocus onClick={() => setLeaving(false)}>
                {t('back')}
              </Button>
              <Button look="danger" onClick={() => leaveUnsaved('/admin/login')}>
                {t('signInAsSomeoneElse')}
              </Button>
            </div>
          ) : (
            <>
              <p className="truncate font-medium">
                {question === 'sign-in' ? t('signingInAs', { name: user.username }) : user.username}
              </p>
              <IdentityForm
                username={user.username}
                hasCode={user.twoFactorEnabled}
                confirm={t(action)}
                send={proofs[question]}
                onDone={() => answerQuestion(question, true)}
              >
                {question === 'confirm' ? (
                  <Button look="secondary" onClick={cancel}>
                    {t('cancel')}
                  </Button>
                ) : (
                  <Button look="quiet" onClick={() => setLeaving(true)}>
                    {t('signInAsSomeoneElse')}
                  </Button>
                )}
              </IdentityForm>
            </>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
