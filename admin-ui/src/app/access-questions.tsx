import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { backdropClass, cardClass } from '#components/ui/dialog.tsx';
import { TwoFactorCard } from '#features/account/two-factor-card.tsx';
import { IdentityQuestion } from '#features/auth/identity-question.tsx';
import { answerQuestion, useQuestions } from '#lib/access-questions.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, sessionQuery } from '#lib/queries.ts';
import { UserMenu } from './layout/user-menu.tsx';

/** Two-factor was made a duty while somebody worked: it is set up over the page, which stays as it is. */
function SetUpQuestion() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isSetUp = useQuery(sessionQuery).data?.user.twoFactorEnabled === true;
  useEffect(() => {
    // Here, or on another device meanwhile.
    if (isSetUp) answerQuestion('set-up', true);
  }, [isSetUp]);
  const leave = useMutation({
    mutationFn: () => refetchUser(client),
    onError: () => notify.error(t('error'), t('enabledNotRefreshed')),
  });
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        {/* Over the dialog that is open, if one is. */}
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <AlertDialog.Popup className={classNames(cardClass, 'max-w-2xl')}>
          <AlertDialog.Title className="text-base font-semibold">
            {t('twoFactorRequired')}
          </AlertDialog.Title>
          <AlertDialog.Description className="mb-2 text-muted">
            {t('twoFactorRequiredText')}
          </AlertDialog.Description>
          <TwoFactorCard leaving={leave.isPending} onContinue={() => leave.mutate()} />
          <div className="flex justify-end">
            <UserMenu />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** What calls that were refused for who asks wait for, over every page. */
export function AccessQuestions() {
  const questions = useQuestions();
  const me = useQuery(sessionQuery).data;
  useEffect(() => {
    // Logged out: nobody is there to answer.
    if (me === null) for (const { question } of questions) answerQuestion(question, false);
  }, [me, questions]);
  if (!me) return null;
  return questions.map(({ question }) =>
    question === 'set-up' ? (
      <SetUpQuestion key={question} />
    ) : (
      <IdentityQuestion key={question} question={question} user={me.user} />
    ),
  );
}
