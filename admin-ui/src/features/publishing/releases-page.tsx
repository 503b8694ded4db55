import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type ReleaseChanges as Changes,
  type ReleaseRecord,
  releaseRecord,
} from '@veldlicht/contract/publishing';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Badge } from '#components/ui/badge.tsx';
import { linkClass, NewTabLink } from '#components/ui/button.tsx';
import { BuilderFold } from '#components/ui/card.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { type Column, DataTable, groupId } from '#components/ui/table.tsx';
import { aboutText, actionText, actorText, entityText } from '#features/audit/audit-words.ts';
import { serverText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { dayHeading, longMomentText } from '#lib/time-text.ts';
import { PublishStatus, RetryButton, usePublishWords } from './publish-status.tsx';
import {
  type ChangeLine,
  changeLines,
  durationText,
  releaseBadges,
  sizeText,
  timeOf,
} from './publish-words.ts';

/** Lines that stand open; the others unfold. */
const OPEN_LINES = 2;

function Lines({ lines }: { lines: ChangeLine[] }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-0.5">
      {lines.map(({ actor, action, entity, abouts }) => (
        <li key={`${actor} ${action} ${entity}`} className="wrap-anywhere">
          <span className="font-medium">{actorText(actor, t)}</span>{' '}
          <span className="text-muted">
            {actionText(action, t)} · {entityText(entity, t)}
          </span>{' '}
          {abouts
            .map((about) => aboutText({ action, entity, ...about }, t))
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}

/** Who changed what since the good version before. */
function ReleaseChanges({ changes }: { changes: Changes }) {
  const { t } = useTranslation();
  if (changes.total === 0) return <p className="text-muted">{t('releaseNoChanges')}</p>;
  const lines = changeLines(changes.newest);
  const open = lines.slice(0, OPEN_LINES);
  const folded = lines.slice(OPEN_LINES);
  const inLines = open.reduce((sum, { abouts }) => sum + abouts.length, 0);
  // The same thing changed twice is one name in a line, and no other change.
  const listed = lines.reduce((sum, { abouts }) => sum + abouts.length, 0);
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

const answer = z.array(releaseRecord);
const path = '/api/publishing/releases';

/** The list of versions; asked for anew whenever the header hears of another one. */
function useReleases() {
  const { data: state, isPending } = useQuery(publishStateQuery);
  return useQuery({
    queryKey: [path, state?.releaseId, state?.latestAttempt],
    queryFn: ({ signal }) => callApi('GET', path, { schema: answer, signal }),
    enabled: !isPending,
    placeholderData: keepPreviousData,
    // Forgotten with the page, so that each visit is fresh.
    gcTime: 0,
  });
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
        <BuilderFold>
          <pre className="mt-1 rounded-md bg-ground p-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
            {release.log.join('\n')}
          </pre>
        </BuilderFold>
      )}
    </div>
  );
}

/** One attempt per row, undefined while they load; on a card when, then what, and the figures under it. */
function ReleasesTable({ releases }: { releases: readonly ReleaseRecord[] | undefined }) {
  const { t } = useTranslation();
  const pagesOf = ({ state, pagesRendered, pagesTotal }: ReleaseRecord) =>
    state === 'failed' ? null : { made: String(pagesRendered), total: String(pagesTotal) };
  const durationOf = ({ durationMs }: ReleaseRecord) => durationText(durationMs);
  const sizeOf = ({ state, bytes }: ReleaseRecord) => (state === 'failed' ? null : sizeText(bytes));
  const figure = {
    headClass: 'text-right',
    className:
      'text-right align-top whitespace-nowrap text-muted tabular-nums max-lg:hidden lg:pt-3',
    skeleton: 'ml-auto h-4 w-14',
  };
  const columns: Column<ReleaseRecord>[] = [
    {
      head: t('auditWhen'),
      headClass: 'w-44',
      className: 'align-top lg:pt-3',
      skeleton: 'h-4 w-28',
      cell: (release) => {
        const badge = releaseBadges[release.state];
        return (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <time
              dateTime={release.createdAt}
              title={longMomentText(release.createdAt)}
              className="font-medium whitespace-nowrap"
            >
              {timeOf(release)}
            </time>
            {badge && <Badge look={badge.look}>{t(badge.text)}</Badge>}
          </div>
        );
      },
    },
    {
      head: t('releaseWhat'),
      className: 'align-top max-lg:min-w-0 lg:py-3',
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
            <ReleaseChanges changes={release.changes} />
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
  return (
    <DataTable
      label={t('publishing')}
      columns={columns}
      rows={releases}
      groupOf={({ createdAt }) => dayHeading(createdAt)}
      cardClass="max-lg:grid-cols-1 max-lg:gap-y-2"
      className="lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3"
    />
  );
}

/** Days that are named over the list. */
const DAY_LINKS = 7;

/** Leads past a busy day to the versions of the days before. */
function DayLinks({ releases }: { releases: readonly ReleaseRecord[] }) {
  const { t } = useTranslation();
  const days = [...new Set(releases.map(({ createdAt }) => dayHeading(createdAt)))];
  if (days.length < 2) return null;
  return (
    <nav aria-label={t('releaseDays')} className="flex flex-wrap gap-x-4 gap-y-1">
      {days.slice(0, DAY_LINKS).map((day) => (
        <a key={day} href={`#${groupId(day)}`} className={linkClass}>
          {day}
        </a>
      ))}
    </nav>
  );
}

/** What visitors see now, in a sentence, over the list of versions. */
function SiteNow() {
  const { t } = useTranslation();
  const words = usePublishWords();
  return (
    <section
      aria-label={t('publishState')}
      className="flex flex-wrap items-start justify-between gap-4 rounded-lg border border-hairline bg-surface p-4 md:px-6"
    >
      <div className="flex min-w-0 max-w-prose flex-1 basis-72 flex-col gap-1">
        <PublishStatus words={words} />
      </div>
      <div className="flex flex-wrap gap-2">
        <RetryButton tone={words.tone} label={t('publishAgain')} icon />
        <NewTabLink href="/" icon={ExternalLink} text={t('openSite')} />
      </div>
    </section>
  );
}

/** What was published when, and what failed (product decisions §5). */
export function ReleasesPage() {
  const { t } = useTranslation();
  const list = useReleases();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <SiteNow />
      <h2 className="mt-2 text-base font-semibold">{t('releasesLink')}</h2>
      <p className="-mt-3 max-w-prose text-muted">{t('releasesText')}</p>
      {list.isPending && (
        <p role="status" className="sr-only">
          {t('loadingReleases')}
        </p>
      )}
      {list.isError && !list.data && <QueryError title={t('failedToLoadReleases')} query={list} />}
      {list.data?.length === 0 && (
        <EmptyState title={t('releasesEmpty')} text={t('releasesEmptyHint')} />
      )}
      <DayLinks releases={list.data ?? []} />
      {(list.isPending || (list.data && list.data.length > 0)) && (
        <ReleasesTable releases={list.data} />
      )}
    </div>
  );
}
