import type { ReleaseChanges as Changes, ReleaseRecord } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Table, TableCell, TableHead } from '#components/ui/table.tsx';
import { actionText, entityText, summaryText } from '#features/audit/audit-words.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { classNames } from '#lib/class-names.ts';
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

/**
 * Places of the cells below 1024 px, where a row is a card: when and button, then what; the figures
 * stand in the second. It stays one table for screen readers.
 */
const rowGrid = {
  head: 'max-lg:sr-only',
  row: 'max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-2 max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0',
  when: 'lg:pt-3 max-lg:col-start-1 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0',
  what: 'lg:py-3 max-lg:col-span-2 max-lg:row-start-2 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  figure: 'lg:pt-3 max-lg:hidden',
  action: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0',
} as const;

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

interface ReleaseRowProps {
  release: ReleaseRecord;
  time: string;
  /** The moment of any version, by its id. */
  timeOfId: (id: string) => string;
  /** Whether it shows later content than what visitors see. */
  newer: boolean;
  /** Absent for who may not go back. */
  onShow: ((release: ReleaseRecord) => void) | undefined;
  /** Visitors are about to see it. */
  pending: boolean;
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

/** One attempt: a row on desks, a small card on anything narrower. */
function ReleaseRow(props: ReleaseRowProps) {
  const { release, time, timeOfId, newer, onShow, pending } = props;
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const badge = releaseBadges[release.state];
  const failed = release.state === 'failed';
  const figures = {
    pages: failed
      ? null
      : t('releasePagesOf', {
          made: String(release.pagesRendered),
          total: String(release.pagesTotal),
        }),
    duration: durationText(release.durationMs, language),
    size: failed ? null : sizeText(release.bytes, language),
  };
  const number = 'text-right whitespace-nowrap tabular-nums text-muted';
  return (
    <tr className={rowGrid.row}>
      <TableCell className={classNames(rowGrid.when, 'align-top')}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <time
            dateTime={release.createdAt}
            title={longMomentText(release.createdAt, language)}
            className="font-medium whitespace-nowrap"
          >
            {time}
          </time>
          <Badge look={badge.look}>{t(badge.text)}</Badge>
        </div>
      </TableCell>
      <TableCell className={classNames(rowGrid.what, 'align-top')}>
        {failed && <Failure release={release} />}
        <ReleaseChanges changes={release.changes} timeOfId={timeOfId} />
        <p className="mt-1 text-[0.8125rem] text-muted tabular-nums lg:hidden">
          {[
            failed
              ? null
              : t('releasePagesHint', {
                  made: String(release.pagesRendered),
                  total: String(release.pagesTotal),
                }),
            figures.duration,
            figures.size,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </TableCell>
      <TableCell className={classNames(rowGrid.figure, number, 'align-top')}>
        {figures.pages}
      </TableCell>
      <TableCell className={classNames(rowGrid.figure, number, 'align-top')}>
        {figures.duration}
      </TableCell>
      <TableCell className={classNames(rowGrid.figure, number, 'align-top')}>
        {figures.size}
      </TableCell>
      {onShow && (
        <TableCell className={classNames(rowGrid.action, 'text-right align-top')}>
          {release.state === 'kept' && (
            <Button
              look="secondary"
              size="sm"
              pending={pending}
              aria-label={t(newer ? 'goForwardTo' : 'goBackTo', { time })}
              onClick={() => onShow(release)}
            >
              {t(newer ? 'goForward' : 'goBack')}
            </Button>
          )}
        </TableCell>
      )}
    </tr>
  );
}

const tableClass =
  'max-lg:block [&_tbody]:max-lg:block lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3';

function Columns({ actions }: { actions: boolean }) {
  const { t } = useTranslation();
  return (
    <thead className={rowGrid.head}>
      <tr>
        <TableHead className="w-44">{t('releaseWhen')}</TableHead>
        <TableHead>{t('releaseWhat')}</TableHead>
        <TableHead className="text-right">{t('releasePages')}</TableHead>
        <TableHead className="text-right">{t('releaseDuration')}</TableHead>
        <TableHead className="text-right">{t('releaseSize')}</TableHead>
        {actions && <TableHead className="text-right">{t('actions')}</TableHead>}
      </tr>
    </thead>
  );
}

interface ReleasesTableProps {
  releases: readonly ReleaseRecord[];
  timeOf: (release: ReleaseRecord) => string;
  /** Absent for who may not go back. */
  onShow?: (release: ReleaseRecord) => void;
  /** The version that visitors are about to see. */
  restoring: string | null;
}

export function ReleasesTable({ releases, timeOf, onShow, restoring }: ReleasesTableProps) {
  const { t } = useTranslation();
  const live = releases.find(({ state }) => state === 'live');
  const timeOfId = (id: string) => {
    const release = releases.find((one) => one.id === id);
    return release ? timeOf(release) : id;
  };
  return (
    <Table aria-label={t('releases')} className={tableClass}>
      <Columns actions={onShow !== undefined} />
      <tbody>
        {releases.map((release) => (
          <ReleaseRow
            key={release.id}
            release={release}
            time={timeOf(release)}
            timeOfId={timeOfId}
            newer={isNewer(release, live)}
            onShow={onShow}
            pending={restoring === release.id}
          />
        ))}
      </tbody>
    </Table>
  );
}

/** The table while it loads: its shape. */
export function ReleasesSkeleton({ actions }: { actions: boolean }) {
  return (
    <div aria-hidden="true">
      <Table className={tableClass}>
        <Columns actions={actions} />
        <tbody>
          {(['w-56', 'w-40', 'w-64', 'w-48'] as const).map((width) => (
            <tr key={width} className={rowGrid.row}>
              <TableCell className={rowGrid.when}>
                <Skeleton className="h-4 w-28" />
              </TableCell>
              <TableCell className={rowGrid.what}>
                <Skeleton className={`h-4 max-w-full ${width}`} />
              </TableCell>
              {(['pages', 'duration', 'size'] as const).map((figure) => (
                <TableCell key={figure} className={rowGrid.figure}>
                  <Skeleton className="ml-auto h-4 w-14" />
                </TableCell>
              ))}
              {actions && (
                <TableCell className={rowGrid.action}>
                  <Skeleton className="ml-auto h-8 w-20" />
                </TableCell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
