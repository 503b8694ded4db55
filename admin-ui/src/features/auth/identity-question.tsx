import { useQueryClient } from '@tanstack/react-query';
import { loginAnswer, type MeAnswer } from '@veldlicht/contract/auth';
import { reason } from '@veldlicht/contract/reason';
import type { AdminUser } from '@veldlicht/contract/user';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CodeField, OtherCode, WaitNotice } from '#components/code-field.tsx';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { AlertButtons, AlertCard } from '#components/ui/dialog.tsx';
import type { TextKey } from '#i18n/en.ts';
import { reasonText } from '#i18n/failure-text.ts';
import { answerQuestion, askPerson } from '#lib/access-questions.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { type CodeKind, type LoginWait, loginOutcome, waitOf } from '#lib/login.ts';
import { sessionQuery } from '#lib/session.ts';
import { leaveUnsaved } from '#lib/unsaved-work.ts';
import { useChange } from '#lib/use-change.ts';

interface Identity {
  password: string;
  /** Empty if none was asked for. */
  code: string;
}

interface IdentityQuestionProps {
  question: 'confirm' | 'sign-in';
  user: AdminUser;
}

interface IdentityFormProps extends IdentityQuestionProps {
  onLeave: () => void;
}

const words = {
  confirm: { title: 'confirmTitle', text: 'confirmText', action: 'confirmAction' },
  'sign-in': { title: 'sessionEnded', text: 'sessionEndedText', action: 'signIn' },
} as const;

/** Calls that prove the user's identity and keep the state of the page. */
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
      const { user: now, requires2FASetup: _, ...rest } = answer;
      // The username belongs to another account now, which must not see this page.
      if (now?.id !== user.id) leaveUnsaved('/admin/');
      else {
        // A required set-up shows at the next call, over this page.
        const me: MeAnswer = { ...rest, user: now };
        client.setQueryData(sessionQuery.queryKey, me);
      }
      return 'done';
    },
  } satisfies Record<string, (identity: Identity) => Promise<'done' | 'code-needed'>>;
}

const withoutCode = z.object({
  password: z.string().min(1, 'enterPassword' satisfies TextKey),
  code: z.string(),
});
const withCode = withoutCode.extend({
  code: z.string().min(1, reason('verification_code_required')),
});
const { TextField } = fieldsFor(withoutCode);

function IdentityForm({ question, user, onLeave }: IdentityFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<CodeKind>('authenticator');
  const [asksCode, setAsksCode] = useState(user.twoFactorEnabled);
  const [wait, setWait] = useState<LoginWait | null>(null);

  const refuse = (error: unknown) => {
    const waiting = waitOf(error, Date.now());
    setWait(waiting);
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'invalid_credentials') {
      form.setError('password', { message: 'wrongPassword' satisfies TextKey });
      form.setFocus('password', { shouldSelect: true });
    } else if (code === 'invalid_code') {
      form.setValue('code', '');
      form.setError('code', { message: reason('invalid_code') }, { shouldFocus: true });
    } else if (!waiting) form.setError('root', { message: reasonText(error) });
  };
  const proof = useChange({
    call: useProofs(user)[question],
    isSecret: true,
    onDone: (outcome) => {
      if (outcome === 'done') return answerQuestion(question, true);
      setAsksCode(true);
      form.setError('code', { message: reason('verification_code_required') });
    },
  });
  const form = useFields({
    schema: asksCode ? withCode : withoutCode,
    start: { password: '', code: '' },
    save: {
      isPending: proof.isPending,
      mutate: (identity: Identity, then) => wait === null && proof.mutate(identity, then),
    },
    onRefused: refuse,
  });
  const { setFocus, formState } = form;
  const { root } = formState.errors;
  const isFirst = useRef(true);
  useEffect(() => {
    // Focuses the code field when it appears.
    if (asksCode && !isFirst.current) setFocus('code');
    isFirst.current = false;
  }, [asksCode, setFocus]);

  return (
    <FieldsForm of={form} className="mt-3 flex flex-col gap-4">
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.username} />
      <TextField name="password" type="password" autoComplete="current-password" />
      {asksCode && (
        <div className="flex flex-col items-start gap-1">
          <CodeField name="code" kind={kind} className="w-full" />
          <div className="-ml-3">
            <OtherCode
              kind={kind}
              onChoose={(next) => {
                setKind(next);
                form.resetField('code');
                setFocus('code');
              }}
            />
          </div>
        </div>
      )}
      {root && (
        <p role="alert" className="wrap-anywhere whitespace-pre-line text-danger">
          {root.message}
        </p>
      )}
      {wait && <WaitNotice wait={wait} onOver={() => setWait(null)} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button look={question === 'confirm' ? 'secondary' : 'quiet'} onClick={onLeave}>
          {t(question === 'confirm' ? 'cancel' : 'signInAsSomeoneElse')}
        </Button>
        <Button type="submit" pending={form.isPending} disabled={wait !== null}>
          {t(words[question].action)}
        </Button>
      </div>
    </FieldsForm>
  );
}

/**
 * "Confirm it's you" and "Your session has ended", above the page. Refused calls wait for it and are repeated. Only
 * the confirmation can be cancelled.
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
