import { holdsPosition } from '@veldlicht/contract/position-shapes';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#lib/use-leave-guard.ts';
import type { BulkSession } from './bulk-session.ts';
import { ConfirmUpload } from './confirm-upload.tsx';
import type { CopyChoice } from './copy-rules.ts';
import { useStore } from './store.ts';

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
  const count = useStore(session.store, ({ drafts }) => drafts.length);
  // Looked for only when it is asked: reading a hundred texts at each key press is too much.
  const isAsked = question === 'confirm';
  const withCoordinates = useStore(session.store, ({ drafts }) =>
    isAsked
      ? drafts.filter(({ fields }) => holdsPosition(`${fields.title}\n\n${fields.description}`))
          .length
      : 0,
  );
  const stops = question === 'stop' || question === 'stop-and-close';
  return (
    <>
      <ConfirmUpload
        open={isAsked}
        count={count}
        withCoordinates={withCoordinates}
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
        open={stops && isRunning}
        danger
        title={t('stopUploadTitle')}
        text={t('stopUploadText')}
        confirm={t('stopUploadConfirm')}
        cancel={t('keepUploading')}
        focusAfter={() => stop.current ?? uploadAll.current}
        onConfirm={() => {
          onDone();
          session.cancel();
          if (question === 'stop-and-close') onClose();
        }}
        onCancel={onDone}
      />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        danger
        title={t('stopUploadTitle')}
        text={t('leaveUploadText')}
        confirm={t('stopUploadConfirm')}
        cancel={t('keepUploading')}
        onConfirm={() => {
          session.cancel();
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
      />
    </>
  );
}
