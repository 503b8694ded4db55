import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#lib/unsaved-work.ts';
import { QuestionDialog } from '../question-dialog.tsx';
import { type BulkSession, useBulk } from './bulk-session.ts';
import type { CopyChoice } from './draft.ts';

const choices = [
  { choice: 'fill-empty', text: 'fillEmptyFromFirst', hint: 'fillEmptyHint' },
  { choice: 'replace-all', text: 'copyAllFromFirst', hint: 'copyAllHint' },
  { choice: 'as-is', text: 'uploadAsIs', hint: 'uploadAsIsHint' },
] as const;

interface ConfirmUploadProps {
  session: BulkSession;
  open: boolean;
  focusAfter: () => HTMLElement | null;
  onChoose: (choice: CopyChoice) => void;
  onCancel: () => void;
}

/** The last question before files go up: what the first draft gives to the others (spec §2). */
function ConfirmUpload(props: ConfirmUploadProps) {
  const { session, open, focusAfter, onChoose, onCancel } = props;
  const { t } = useTranslation();
  const id = useId();
  const count = useBulk(session, ({ drafts }) => drafts.length);
  // Looked for only when it is asked: reading a hundred texts at each key press is too much.
  const withCoordinates = useBulk(session, ({ drafts }) =>
    open
      ? drafts.filter(({ fields }) => holdsPosition(`${fields.title}\n\n${fields.description}`))
          .length
      : 0,
  );
  return (
    <QuestionDialog
      open={open}
      title={t('confirmUpload')}
      text={t('confirmUploadText', { count })}
      cancel={t('cancel')}
      focusAfter={focusAfter}
      onCancel={onCancel}
      className="max-w-lg"
    >
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
            onClick={() => onChoose(choice)}
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
  );
}

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
  const { session, question, isRunning, stop, uploadAll, onDone, onRun, onClose } = props;
  const { t } = useTranslation();
  const blocker = useLeaveGuard(isRunning);
  const count = useBulk(session, ({ drafts }) => drafts.length);
  const stopWords = {
    danger: true,
    title: t('stopUploadTitle'),
    confirm: t('stopUploadConfirm'),
    cancel: t('keepUploading'),
  };
  return (
    <>
      <ConfirmUpload
        session={session}
        open={question === 'confirm'}
        focusAfter={() => stop.current}
        onCancel={onDone}
        onChoose={(choice) => {
          onDone();
          onRun(choice);
        }}
      />
      <ConfirmDialog
        open={question === 'clear'}
        danger
        title={t('clearAllTitle')}
        text={t('clearAllText', { count })}
        confirm={t('clearAll')}
        onConfirm={() => {
          onDone();
          session.clear();
        }}
        onCancel={onDone}
      />
      <ConfirmDialog
        {...stopWords}
        open={(question === 'stop' || question === 'stop-and-close') && isRunning}
        text={t('stopUploadText')}
        focusAfter={() => stop.current ?? uploadAll.current}
        onConfirm={() => {
          onDone();
          session.cancel();
          if (question === 'stop-and-close') onClose();
        }}
        onCancel={onDone}
      />
      <ConfirmDialog
        {...stopWords}
        open={blocker.state === 'blocked'}
        text={t('leaveUploadText')}
        onConfirm={() => {
          session.cancel();
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
      />
    </>
  );
}
