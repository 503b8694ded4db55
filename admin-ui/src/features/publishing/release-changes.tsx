import type { ReleaseChanges as Changes } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { actionText, entityText } from '#features/audit/audit-words.ts';
import { summaryText } from '#features/audit/summary-text.ts';
import { type ChangeLine, changeLines } from './release-words.ts';

/** Lines that stand open; the others unfold. */
const OPEN_LINES = 2;

function Line({ line }: { line: ChangeLine }) {
  const { t } = useTranslation();
  const about = line.summaries.map((summary) => summaryText({ ...line, summary }, t));
  return (
    <li className="break-words">
      <span className="font-medium">{line.actor || t('auditNobody')}</span>{' '}
      <span className="text-muted">
        {actionText(line.action, t)} · {entityText(line.entity, t)}:
      </span>{' '}
      {about.join(', ')}
    </li>
  );
}

const Lines = ({ lines }: { lines: ChangeLine[] }) => (
  <ul className="flex flex-col gap-0.5">
    {lines.map((line) => (
      <Line key={`${line.actor} ${line.action} ${line.entity}`} line={line} />
    ))}
  </ul>
);

/** Who changed what since the good version before. */
export function ReleaseChanges({ changes }: { changes: Changes }) {
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
      <Lines lines={open} />
      {more > 0 && folded.length === 0 && (
        <p className="text-muted">{t('releaseMoreChanges', { count: more })}</p>
      )}
      {folded.length > 0 && (
        <details className="mt-0.5">
          <summary className="cursor-pointer text-muted">
            {t('releaseMoreChanges', { count: more })}
          </summary>
          <Lines lines={folded} />
        </details>
      )}
    </>
  );
}
