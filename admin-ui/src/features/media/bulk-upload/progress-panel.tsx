import { type RefObject, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { megabytes, percentOf } from '../upload/upload-texts.ts';
import { type BulkState, draftOf, runTotals } from './bulk-state.ts';
import { phaseTexts, progressWords } from './bulk-texts.ts';

interface ProgressPanelProps {
  state: BulkState;
  stop: RefObject<HTMLButtonElement | null>;
  onStop: () => void;
  /** The panel goes while it has the focus. */
  onFocusLost: () => void;
}

/** All files together, and those that are on their way right now (spec §2). */
export function ProgressPanel({ state, stop, onStop, onFocusLost }: ProgressPanelProps) {
  const { t } = useTranslation();
  useLayoutEffect(() => {
    const button = stop.current;
    return () => {
      if (button !== null && document.activeElement === button) onFocusLost();
    };
  }, [stop, onFocusLost]);
  const totals = runTotals(state);
  const moving = [...state.progress].filter(([, { phase }]) => phase !== 'queued');
  const stored = t('bulkStored', { done: String(totals.stored), total: String(totals.files) });
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
          <p className="text-[0.8125rem] text-muted tabular-nums">
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
        <ul className="grid gap-x-6 gap-y-2 text-[0.8125rem] sm:grid-cols-3">
          {moving.map(([id, progress]) => {
            const draft = draftOf(state, id);
            if (!draft) return null;
            const { name, size } = draft;
            return (
              <li key={id} className="flex min-w-0 flex-col gap-1">
                <span className="truncate">{name}</span>
                <ProgressBar label={name} percent={percentOf(progress.sent, size)} />
                <span className="text-muted tabular-nums sm:truncate">
                  {progressWords(size, progress)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
