/** The questions before, and the progress of, a run of the bulk upload. */
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { TriangleAlert } from 'lucide-react';
import { type RefObject, useId, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { useLeaveGuard } from '#lib/leave-guard.ts';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { megabytes, percentOf, phaseTexts, progressWords } from '../upload/upload-texts.ts';
import type { BulkSession } from './bulk-session.ts';
import { type BulkState, type CopyChoice, runTotals } from './draft.ts';
import { useRun } from './use-bulk.ts';

const choices = [
  { choice: 'fill-empty', text: 'fillEmptyFromFirst', hint: 'fillEmptyHint' },
  { choice: 'replace-all', text: 'copyAllFromFirst', hint: 'copyAllHint' },
  { choice: 'as-is', text: 'uploadAsIs', hint: 'uploadAsIsHint' },
] as const;

const stopWords = {
  title: 'stopUploadTitle',
  text: 'stopUploadText',
  confirm: 'stopUploadConfirm',
  cancel: 'keepUploading',
} as const;
/** Words of the questions before what can't be undone; `leave`: before leaving the page. */
const confirmWords = {
  clear: {
    title: 'clearAllTitle',
    text: 'clearAllText',
    confirm: 'clearAll',
    cancel: 'cancel',
  },
  stop: stopWords,
  'stop-and-close': stopWords,
  leave: { ...stopWords, text: 'leaveUploadText' },
} as const;

export type Question = 'upload' | Exclude<keyof typeof confirmWords, 'leave'>;

interface BulkQuestionsProps {
  session: BulkSession;
  question: Question | null;
  /** Take the focus during a run and after it, as its former holder is disabled or gone. */
  stop: RefObject<HTMLButtonElement | null>;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onDone: () => void;
  onRun: (choice: CopyChoice) => void;
  /** Focus target after the question, if no run began. */
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
}

/** Asks which fields to copy from the first draft (spec §2), and before work is lost. */
export function BulkQuestions(props: BulkQuestionsProps) {
  const { session, stop, uploadAll, onDone, onRun, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const run = useRun(session);
  // Read on render, not subscribed to: typing must not render this.
  const { drafts } = session.get();
  const blocker = useLeaveGuard(run !== 'idle');
  const isOver = run === 'idle' && props.question?.startsWith('stop');
  // A run may end by itself while it is asked about.
  const question = isOver ? null : props.question;
  const isUpload = question === 'upload';
  const asked = blocker.state === 'blocked' ? 'leave' : isUpload ? null : question;
  const worded = useLastAsked(asked) ?? 'stop';
  const words = confirmWords[worded];
  const { length: count } = drafts;
  // Only while it shows: checking a hundred texts at each key press is too slow.
  const withCoordinates = drafts.filter(
    ({ fields }) => isUpload && publicTextFields.some((name) => holdsPosition(fields[name])),
  ).length;
  const uncategorized = drafts.filter(({ fields }) => fields.category === '').length;
  const confirm = () => {
    onDone();
    if (asked === 'clear') return session.clear();
    session.cancel();
    blocker.proceed?.();
    if (asked === 'stop-and-close') onClose();
  };
  return (
    <>
      <ConfirmDialog
        open={isUpload}
        wide
        title={t('confirmUpload')}
        text={
          uncategorized > 0
            ? t('confirmUncategorized', { count: uncategorized, total: String(count) })
            : t('confirmUploadText', { count })
        }
        focusAfter={() => stop.current ?? props.focusAfter()}
        onCancel={onDone}
      >
        {withCoordinates > 0 && (
          <p className="flex items-start gap-2 rounded-md bg-amber-wash px-3 py-2 text-amber">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" />
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
            <p id={`${id}-${choice}`} className="text-center text-small text-muted">
              {choice === 'as-is' && uncategorized > 0
                ? t('uploadAsIsUncategorized', { count: uncategorized })
                : t(hint)}
            </p>
          </div>
        ))}
      </ConfirmDialog>
      <ConfirmDialog
        title={t(words.title)}
        text={t(words.text, { count })}
        confirm={t(words.confirm)}
        cancel={t(words.cancel)}
        open={asked !== null}
        danger
        focusAfter={() => (worded === 'clear' ? null : (stop.current ?? uploadAll.current))}
        onConfirm={confirm}
        onCancel={() => {
          blocker.reset?.();
          onDone();
        }}
      />
    </>
  );
}

/** Shows progress above the rows while files are sent outside a run. */
export function SendingBar({ state }: { state: BulkState }) {
  const { t } = useTranslation();
  if (state.progress.size === 0) return null;
  const { sent, bytes } = runTotals(state);
  return <ProgressBar label={t('bulkProgress')} percent={percentOf(sent, bytes)} />;
}

interface ProgressPanelProps {
  state: BulkState;
  stop: RefObject<HTMLButtonElement | null>;
  onStop: () => void;
  /** Called when the panel unmounts while it has the focus. */
  onFocusLost: () => void;
}

/** Shows progress of the run and of each file being sent (spec §2). */
export function ProgressPanel({ state, stop, onStop, onFocusLost }: ProgressPanelProps) {
  const { t } = useTranslation();
  useLayoutEffect(() => {
    const button = stop.current;
    return () => {
      if (button !== null && document.activeElement === button) onFocusLost();
    };
  }, [stop, onFocusLost]);
  const totals = runTotals(state);
  const stored = t('bulkStored', { done: String(totals.stored), total: String(totals.files) });
  const moving = state.drafts.flatMap(({ id, name, size }) => {
    const progress = state.progress.get(id);
    return progress && progress.phase !== 'queued' ? [{ id, name, size, progress }] : [];
  });
  return (
    <section
      aria-label={t('bulkProgress')}
      className="flex flex-col gap-3 border-b border-hairline bg-ground px-4 py-4 sm:px-6"
    >
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          {/* Spoken when the phase changes, not at each percent. */}
          <p role="status" className="font-medium">
            {t(phaseTexts[totals.phase])}
          </p>
          <p className="text-small text-muted tabular-nums">
            {stored}
            <span className="max-sm:hidden">
              {' · '}
              {t('bulkBytes', { sent: megabytes(totals.sent), total: megabytes(totals.bytes) })}
            </span>
          </p>
        </div>
        <Button ref={stop} look="secondary" size="sm" onClick={onStop}>
          {t('stopUpload')}
        </Button>
      </div>
      <ProgressBar
        tall
        label={t('bulkProgress')}
        percent={percentOf(totals.sent, totals.bytes)}
        text={stored}
      />
      {moving.length > 0 && (
        <ul className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-3">
          {moving.map(({ id, name, size, progress }) => (
            <li key={id} className="flex min-w-0 flex-col gap-1">
              <span className="truncate">{name}</span>
              <ProgressBar label={name} percent={percentOf(progress.sent, size)} />
              <span className="text-muted tabular-nums sm:truncate">
                {progressWords(size, progress)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
