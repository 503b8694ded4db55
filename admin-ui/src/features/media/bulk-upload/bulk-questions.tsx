import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#lib/unsaved-work.ts';
import { QuestionDialog } from '../question-dialog.tsx';
import { type BulkSession, useBulk } from './bulk-session.ts';
import type { CopyChoice, Draft } from './draft.ts';

const choices = [
  { choice: 'fill-empty', text: 'fillEmptyFromFirst', hint: 'fillEmptyHint' },
  { choice: 'replace-all', text: 'copyAllFromFirst', hint: 'copyAllHint' },
  { choice: 'as-is', text: 'uploadAsIs', hint: 'uploadAsIsHint' },
] as const;

export type Question = 'confirm' | 'clear' | 'stop' | 'stop-and-close';

interface BulkQuestionsProps {
  session: BulkSession;
  question: Question | null;
  isRunning: boolean;
  /** What gets the focus during a run, and after it: what had it before is disabled or gone. */
  stop: RefObject<HTMLButtonElement | null>;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onDone: () => void;
  onRun: (choice: CopyChoice) => void;
  onClose: () => void;
}

/** What the dialog asks before it does something that can't be taken back. */
export function BulkQuestions(props: BulkQuestionsProps) {
  const { session, isRunning, stop, uploadAll, onDone, onRun, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const blocker = useLeaveGuard(isRunning);
  const isStop = props.question === 'stop' || props.question === 'stop-and-close';
  // A run may end by itself while it is asked about.
  const question = isStop && !isRunning ? null : props.question;
  const asked = blocker.state === 'blocked' ? 'leave' : question === 'confirm' ? null : question;
  const worded = useLastAsked(asked);
  const isConfirming = question === 'confirm';
  const { drafts } = useBulk(session);
  const { length: count } = drafts;
  const holdsCoordinates = ({ fields }: Draft) =>
    holdsPosition(`${fields.title}\n\n${fields.description}`);
  // Looked for only when it is asked: reading a hundred texts at each key press is too much.
  const withCoordinates = isConfirming ? drafts.filter(holdsCoordinates).length : 0;
  const words =
    worded === 'clear'
      ? {
          title: t('clearAllTitle'),
          text: t('clearAllText', { count }),
          confirm: t('clearAll'),
        }
      : {
          title: t('stopUploadTitle'),
          text: t(worded === 'leave' ? 'leaveUploadText' : 'stopUploadText'),
          confirm: t('stopUploadConfirm'),
          cancel: t('keepUploading'),
        };
  const cancel = () => {
    blocker.reset?.();
    onDone();
  };
  const confirm = () => {
    onDone();
    if (asked === 'clear') return session.clear();
    session.cancel();
    blocker.proceed?.();
    if (asked === 'stop-and-close') onClose();
  };
  return (
    <>
      <QuestionDialog
        open={isConfirming}
        title={t('confirmUpload')}
        text={t('confirmUploadText', { count })}
        cancel={t('cancel')}
        focusAfter={() => stop.current}
        onCancel={onDone}
        className="max-w-lg"
      >
        {/* What the first draft gives to the others (spec §2). */}
        {withCoordinates > 0 && (
          <p className="flex items-start gap-2 rounded-md bg-amber-wash px-3 py-2 text-amber">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t('coordinatesInTexts', { count: withCoordinates })}
          </p>
        )}
        {choices.map(({ choice, text, hint }, index) => (
          <div key={choice} className="flex flex-col gap-1 pt-1">
            <Button
              look={index === 0 ? 'primary' : 'secondary'}
              aria-describedby={`${id}-${choice}`}
              onClick={() => {
                onDone();
                onRun(choice);
              }}
              className="h-auto! min-h-10 w-full py-2 whitespace-normal!"
            >
              {t(text)}
            </Button>
            <p id={`${id}-${choice}`} className="text-center text-[0.8125rem] text-muted">
              {t(hint)}
            </p>
          </div>
        ))}
      </QuestionDialog>
      <ConfirmDialog
        {...words}
        open={asked !== null}
        danger
        focusAfter={() => (worded === 'clear' ? null : (stop.current ?? uploadAll.current))}
        onConfirm={confirm}
        onCancel={cancel}
      />
    </>
  );
}
