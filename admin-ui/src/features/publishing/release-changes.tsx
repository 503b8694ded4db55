import type { ReleaseChanges as Changes } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { actionText, actorText, entityText, summaryText } from '#features/audit/audit-words.ts';
import { type ChangeLine, changeLines } from './publish-words.ts';

/** Lines that stand open; the others unfold. */
const OPEN_LINES = 2;

/** Says the moment of a version by its id; the id itself when the version is not listed any more. */
type TimeOfId = (id: string) => string;

function Lines({ lines, timeOfId }: { lines: ChangeLine[]; timeOfId: TimeOfId }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-0.5">
      {lines.map(({ actor, action, entity, summaries }) => (
        <li key={`${actor} ${action} ${entity}`} className="wrap-anywhere">
          <span className="font-medium">{actorText(actor, t)}</span>{' '}
          {action === 'restore' ? (
            <span className="text-muted">
              {t('releaseStepBack', { time: summaries.map(timeOfId).join(', ') })}
            </span>
          ) : (
            <>
              <span className="text-muted">
                {actionText(action, t)} · {entityText(entity, t)}
              </span>{' '}
              {summaries
                .map((summary) => summaryText({ action, entity, summary }, t))
                .filter(Boolean)
                .join(', ')}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who changed what since the good version before, or who went back to which. */
export function ReleaseChanges({ changes, timeOfId }: { changes: Changes; timeOfId: TimeOfId }) {
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
