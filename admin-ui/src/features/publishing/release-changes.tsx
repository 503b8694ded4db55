import type { ReleaseChanges as Changes } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { actionText, entityText } from '#features/audit/audit-words.ts';
import { summaryText } from '#features/audit/summary-text.ts';
import { type ChangeLine, changeLines } from './release-words.ts';

/** Lines that stand open; the others unfold. */
const OPEN_LINES = 2;

/** Says the moment of a version by its id; the id itself when the version is not listed any more. */
type TimeOfId = (id: string) => string;

interface LineProps {
  line: ChangeLine;
  timeOfId: TimeOfId;
}

function Line({ line, timeOfId }: LineProps) {
  const { t } = useTranslation();
  if (line.action === 'restore')
    return (
      <li className="wrap-anywhere">
        <span className="font-medium">{line.actor || t('auditNobody')}</span>{' '}
        <span className="text-muted">
          {t('releaseStepBack', { time: line.summaries.map(timeOfId).join(', ') })}
        </span>
      </li>
    );
  const about = line.summaries.map((summary) => summaryText({ ...line, summary }, t));
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{line.actor || t('auditNobody')}</span>{' '}
      <span className="text-muted">
        {actionText(line.action, t)} · {entityText(line.entity, t)}:
      </span>{' '}
      {about.join(', ')}
    </li>
  );
}

const Lines = ({ lines, timeOfId }: { lines: ChangeLine[]; timeOfId: TimeOfId }) => (
  <ul className="flex flex-col gap-0.5">
    {lines.map((line) => (
      <Line key={`${line.actor} ${line.action} ${line.entity}`} line={line} timeOfId={timeOfId} />
    ))}
  </ul>
);

interface ReleaseChangesProps {
  changes: Changes;
  timeOfId: TimeOfId;
}

/** Who changed what since the good version before, or who went back to which. */
export function ReleaseChanges({ changes, timeOfId }: ReleaseChangesProps) {
  const { t } = useTranslation();
  if (changes.total === 0) return <p className="text-muted">{t('releaseNoChanges')}</p>;
  const lines = changeLines(changes.newest);
  const open = lines.slice(0, OPEN_LINES);
  const folded = lines.slice(OPEN_LINES);
  const inLines = open.reduce((sum, { summaries }) => sum + summaries.length, 0);
  // The same thing changed twice is one name in a line, and no other change.
  const listed = lines.reduce((sum, { summaries }) => sum + summaries.length, 0);
  const more = listed - inLines + changes.total - changes.newest.length;
  return (
    <>
      <Lines lines={open} timeOfId={timeOfId} />
      {more > 0 && folded.length === 0 && (
        <p className="text-muted">{t('releaseMoreChanges', { count: more })}</p>
      )}
      {folded.length > 0 && (
        <details className="mt-0.5">
          <summary className="cursor-pointer text-muted">
            {t('releaseMoreChanges', { count: more })}
          </summary>
          <Lines lines={folded} timeOfId={timeOfId} />
        </details>
      )}
    </>
  );
}
