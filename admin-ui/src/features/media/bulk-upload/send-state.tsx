/** State of a file in its row: progress, failure and warnings. */
import { CircleCheck, Copy, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { failureWords, percentOf, progressWords } from '../upload/upload-texts.ts';
import { useMatches } from '../upload/use-matches.ts';
import { type Draft, type FileProgress, isMissing } from './draft.ts';

/** What fits in the column; the whole words are its title. */
const shortTexts = { offline: 'uploadWaitingShort', retrying: 'uploadRetryingShort' } as const;

interface SendStateProps {
  draft: Draft;
  progress: FileProgress | undefined;
  /** In a narrow row: hides the text of success. */
  short?: boolean;
}

export function SendState({ draft, progress, short = false }: SendStateProps) {
  const { t } = useTranslation();
  const { name, size, failure, stored, notes } = draft;
  const { same, named } = useMatches(draft.matches);
  const line = (look: string, Icon: typeof Copy | null, text: string, cut = 'truncate') => (
    <p title={text} className={classNames('flex min-w-0 items-start gap-1.5', look)}>
      {Icon && <Icon className="mt-px size-3.5 shrink-0" />}
      <span className={cut}>{text}</span>
    </p>
  );
  const main = () => {
    if (failure)
      return line(
        'text-danger',
        TriangleAlert,
        failureWords(name, failure),
        short ? 'truncate' : 'line-clamp-3 wrap-anywhere',
      );
    if (progress) {
      const words = progressWords(size, progress);
      return progress.phase === 'queued' ? (
        line('text-muted', null, words)
      ) : (
        <div className="flex min-w-0 flex-col gap-1">
          <ProgressBar label={name} percent={percentOf(progress.sent, size)} />
          <p title={words} className="truncate text-muted tabular-nums">
            {progress.phase === 'offline' || progress.phase === 'retrying'
              ? t(shortTexts[progress.phase])
              : words}
          </p>
        </div>
      );
    }
    if (stored)
      return line('text-moss', CircleCheck, t('uploadDone'), short ? 'sr-only' : 'truncate');
    return line('text-muted', null, t(isMissing(draft) ? 'fileMissing' : 'notSentYet'));
  };
  const hint = () => {
    if (failure) return null;
    if (same.length > 0) return line('text-amber', Copy, t('alreadyThere'));
    if (named.length > 0) return line('text-amber', Copy, t('sameNameShort'));
    if (notes.cut.length > 0) return line('text-amber', TriangleAlert, t('wordsCutShort'));
    return null;
  };
  const found = hint();
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-xs">
      {!(short && stored && found) && main()}
      {found}
    </div>
  );
}
