import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type ContentChanges,
  type PublishAttempt,
  publishAttempt,
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
  attemptBadges,
  type ChangeLine,
  changeLines,
  durationText,
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

/** Who changed what since the site was last published. */
function Changes({ changes }: { changes: ContentChanges }) {
  const { t } = useTranslation();
  if (changes.total === 0) return <p className="text-muted">{t('publishNoChanges')}</p>;
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
        <p className="text-muted">{t('publishMoreChanges', { count: more })}</p>
      )}
      {folded.length > 0 && (
        <details className="mt-0.5">
          <summary className="cursor-pointer text-muted">
            {t('publishMoreChanges', { count: more })}
          </summary>
          <Lines lines={folded} />
        </details>
      )}
    </>
  );
}

const answer = z.array(publishAttempt);
const path = '/api/publishing/attempts';

/** The list of versions; asked for anew whenever the header hears of another one. */
function useAttempts() {
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
function Failure({ attempt }: { attempt: PublishAttempt }) {
  const { t } = useTranslation();
  return (
    <div className="mb-1">
      <p className="wrap-anywhere text-danger">
        {attempt.error ? serverText(attempt.error) : t('unknownReason')}
      </p>
      {attempt.log.length > 0 && (
        <BuilderFold>
          <pre className="mt-1 rounded-md bg-ground p-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
            {attempt.log.join('\n')}
          </pre>
        </BuilderFold>
      )}
    </div>
  );
}

/** One attempt per row, undefined while they load; on a card when, then what, and the figures under it. */
function AttemptsTable({ attempts }: { attempts: readonly PublishAttempt[] | undefined }) {
  const { t } = useTranslation();
  const pagesOf = ({ state, pagesRendered, pagesTotal }: PublishAttempt) =>
    state === 'failed' ? null : { made: String(pagesRendered), total: String(pagesTotal) };
  const durationOf = ({ durationMs }: PublishAttempt) => durationText(durationMs);
  const sizeOf = ({ state, bytes }: PublishAttempt) =>
    state === 'failed' ? null : sizeText(bytes);
  const figure = {
    headClass: 'text-right',
    className:
      'text-right align-top whitespace-nowrap text-muted tabular-nums max-lg:hidden lg:pt-3',
    skeleton: 'ml-auto h-4 w-14',
  };
  const columns: Column<PublishAttempt>[] = [
    {
      head: t('auditWhen'),
      headClass: 'w-44',
      className: 'align-top lg:pt-3',
      skeleton: 'h-4 w-28',
      cell: (attempt) => {
        const badge = attemptBadges[attempt.state];
        return (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <time
              dateTime={attempt.createdAt}
              title={longMomentText(attempt.createdAt)}
              className="font-medium whitespace-nowrap"
            >
              {timeOf(attempt)}
            </time>
            {badge && <Badge look={badge.look}>{t(badge.text)}</Badge>}
          </div>
        );
      },
    },
    {
      head: t('publishWhat'),
      className: 'align-top max-lg:min-w-0 lg:py-3',
      skeleton: 'h-4 w-56 max-w-full',
      cell: (attempt) => {
        const pages = pagesOf(attempt);
        const figures = [
          pages && t('publishPagesHint', pages),
          durationOf(attempt),
          sizeOf(attempt),
        ];
        return (
          <>
            {attempt.state === 'failed' && <Failure attempt={attempt} />}
            <Changes changes={attempt.changes} />
            <p className="mt-1 text-[0.8125rem] text-muted tabular-nums lg:hidden">
              {figures.filter(Boolean).join(' · ')}
            </p>
          </>
        );
      },
    },
    {
      ...figure,
      head: t('publishPages'),
      cell: (attempt) => {
        const pages = pagesOf(attempt);
        return pages && t('publishPagesOf', pages);
      },
    },
    { ...figure, head: t('publishDuration'), cell: durationOf },
    { ...figure, head: t('publishSize'), cell: sizeOf },
  ];
  return (
    <DataTable
      label={t('publishing')}
      columns={columns}
      rows={attempts}
      groupOf={({ createdAt }) => dayHeading(createdAt)}
      cardClass="max-lg:grid-cols-1 max-lg:gap-y-2"
      className="lg:max-xl:[&_td]:px-3 lg:max-xl:[&_th]:px-3"
    />
  );
}

/** Days that are named over the list. */
const DAY_LINKS = 7;

/** Leads past a busy day to the versions of the days before. */
function DayLinks({ attempts }: { attempts: readonly PublishAttempt[] }) {
  const { t } = useTranslation();
  const days = [...new Set(attempts.map(({ createdAt }) => dayHeading(createdAt)))];
  if (days.length < 2) return null;
  return (
    <nav aria-label={t('publishDays')} className="flex flex-wrap gap-x-4 gap-y-1">
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
export function VersionsPage() {
  const { t } = useTranslation();
  const list = useAttempts();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <SiteNow />
      <h2 className="mt-2 text-base font-semibold">{t('publishesLink')}</h2>
      <p className="-mt-3 max-w-prose text-muted">{t('publishesText')}</p>
      {list.isPending && (
        <p role="status" className="sr-only">
          {t('loadingPublishes')}
        </p>
      )}
      {list.isError && !list.data && <QueryError title={t('failedToLoadPublishes')} query={list} />}
      {list.data?.length === 0 && (
        <EmptyState title={t('publishesEmpty')} text={t('publishesEmptyHint')} />
      )}
      <DayLinks attempts={list.data ?? []} />
      {(list.isPending || (list.data && list.data.length > 0)) && (
        <AttemptsTable attempts={list.data} />
      )}
    </div>
  );
}
