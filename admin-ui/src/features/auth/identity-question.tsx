import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useQueryClient } from '@tanstack/react-query';
import { loginAnswer, type MeAnswer } from '@veldlicht/contract/auth';
import type { AdminUser } from '@veldlicht/contract/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { backdropClass, cardClass } from '#components/ui/dialog.tsx';
import { answerQuestion, askPerson } from '#lib/access-questions.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { classNames } from '#lib/class-names.ts';
import { sessionQuery } from '#lib/queries.ts';
import { leaveUnsaved } from '#lib/unsaved-work.ts';
import { type Identity, IdentityForm } from './identity-form.tsx';
import { loginOutcome } from './login-outcome.ts';

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
