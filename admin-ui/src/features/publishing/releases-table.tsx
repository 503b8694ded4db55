import type { ReleaseChanges as Changes, ReleaseRecord } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Column, DataTable } from '#components/ui/table.tsx';
import { actionText, entityText, summaryText } from '#features/audit/audit-words.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';
import {
  type ChangeLine,
  changeLines,
  durationText,
  isNewer,
  releaseBadges,
  sizeText,
} from './publish-words.ts';

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
          <span className="font-medium">{actor || t('auditNobody')}</span>{' '}
          {action === 'restore' ? (
            <span className="text-muted">
              {t('releaseStepBack', { time: summaries.map(timeOfId).join(', ') })}
            </span>
          ) : (
            <>
              <span className="text-muted">
                {actionText(action, t)} · {entityText(entity, t)}:
              </span>{' '}
              {summaries.map((summary) => summaryText({ action, entity, summary }, t)).join(', ')}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ReleaseChangesProps {
  changes: Changes;
  timeOfId: TimeOfId;
}

/** Who changed what since the good version before, or who went back to which. */
function ReleaseChanges({ changes, timeOfId }: ReleaseChangesProps) {
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

/** Why it failed, and the last lines of it. */
function Failure({ release }: { release: ReleaseRecord }) {
  const { t } = useTranslation();
  return (
    <div className="mb-1">
      <p className="wrap-anywhere text-danger">
        {release.error ? serverText(release.error) : t('unknownReason')}
      </p>
      {release.log.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{t('releaseLog')}</summary>
          <pre className="mt-1 rounded-md bg-ground p-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
            {release.log.join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}

interface ReleasesTableProps {
  /** Undefined while they load. */
  releases: readonly ReleaseRecord[] | undefined;
  timeOf: (release: ReleaseRecord) => string;
  /** Undefined for who may not go back. */
  onShow: ((release: ReleaseRecord) => void) | undefined;
  /** The version that visitors are about to see. */
  restoring: string | null;
}

/** One attempt per row; on a card when and button, then what, and the figures under it. */
export function ReleasesTable({ releases, timeOf, onShow, restoring }: ReleasesTableProps) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const live = releases?.find(({ state }) => state === 'live');
  const timeOfId = (id: string) => {
    const release = releases?.find((one) => one.id === id);
    return release ? timeOf(release) : id;
  };
  const pagesOf = ({ state, pagesRendered, pagesTotal }: ReleaseRecord) =>
    state === 'failed' ? null : { made: String(pagesRendered), total: String(pagesTotal) };
  const durationOf = ({ durationMs }: ReleaseRecord) => durationText(durationMs, language);
  const sizeOf = ({ state, bytes }: ReleaseRecord) =>
    state === 'failed' ? null : sizeText(bytes, language);
  const figure = {
    headClass: 'text-right',
    className:
      'text-right align-top whitespace-nowrap text-muted tabular-nums max-lg:hidden lg:pt-3',
    skeleton: 'ml-auto h-4 w-14',
  };
  const columns: Column<ReleaseRecord>[] = [
    {
      head: t('releaseWhen'),
      headClass: 'w-44',
      className: 'align-top max-lg:col-start-1 max-lg:row-start-1 lg:pt-3',
      skeleton: 'h-4 w-28',
      cell: (release) => (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <time
            dateTime={release.createdAt}
            title={longMomentText(release.createdAt, language)}
            className="font-medium whitespace-nowrap"
          >
            {timeOf(release)}
          </time>
          <Badge look={releaseBadges[release.state].look}>
            {t(releaseBadges[release.state].text)}
          </Badge>
        </div>
      ),
    },
    {
      head: t('releaseWhat'),
      className: 'align-top max-lg:col-span-2 max-lg:row-start-2 max-lg:min-w-0 lg:py-3',
      skeleton: 'h-4 w-56 max-w-full',
      cell: (release) => {
        const pages = pagesOf(release);
        const figures = [
          pages && t('releasePagesHint', pages),
          durationOf(release),
          sizeOf(release),
        ];
        return (
          <>
            {release.state === 'failed' && <Failure release={release} />}
            <ReleaseChanges changes={release.changes} timeOfId={timeOfId} />
            <p className="mt-1 text-[0.8125rem] text-muted tabular-nums lg:hidden">
              {figures.filter(Boolean).join(' · ')}
            </p>
          </>
        );
      },
    },
    {
      ...figure,
      head: t('releasePages'),
      cell: (release) => {
        const pages = pagesOf(release);
        return pages && t('releasePagesOf', pages);
      },
    },
    { ...figure, head: t('releaseDuration'), cell: durationOf },
    { ...figure, head: t('releaseSize'), cell: sizeOf },
  ];
  if (onShow)
    columns.push({
      head: t('actions'),
      headClass: 'text-right',
      className: 'text-right align-top max-lg:col-start-2 max-lg:row-start-1',
      skeleton: 'ml-auto h-8 w-20',
      cell: (release) => {
        if (release.state !== 'kept') return null;
        const newer = isNewer(release, live);
        return (
          <Button
            look="secondary"
            size="sm"
            pending={restoring === release.id}
            aria-label={t(newer ? 'goForwardTo' : 'goBackTo', { time: timeOf(release) })}
            onClick={() => onShow(release)}
          >
            {t(newer ? 'goForward' : 'goBack')}
          </Button>
        );
      },
    });
  return (
    <DataTable
      label={t('releases')}
      columns={columns}
      rows={releases}
      rowKey={({ id }) => id}
      cardClass="max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-2"
      className="lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3"
    />
  );
}
