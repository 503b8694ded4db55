import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { TableCell } from '#components/ui/table.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { classNames } from '#lib/class-names.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';
import { ReleaseChanges } from './release-changes.tsx';
import { durationText, releaseBadges, sizeText } from './release-words.ts';
import { rowGrid } from './releases-grid.ts';

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
export function ReleaseRow(props: ReleaseRowProps) {
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
