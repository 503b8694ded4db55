import { useQuery } from '@tanstack/react-query';
import type { HistoryFailure } from '@veldlicht/contract/history';
import { ExternalLink, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PagedTable } from '#components/paged-table.tsx';
import { PublishStatus, RetryButton, usePublishWords } from '#components/publish-status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, linkClass, NewTabLink } from '#components/ui/button.tsx';
import { BuilderFold } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { type Column, groupId } from '#components/ui/table.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { dayHeading, longMomentText, momentText } from '#lib/time-text.ts';
import { aboutText, actionText, actorText, entityText } from './audit-words.ts';
import { type HistoryLine, useHistory, useUndo } from './history-queries.ts';

/** A change, or a failed publish. */
type Row = { id: string; at: string } & (
  | { change: HistoryLine; failure: null }
  | { change: null; failure: HistoryFailure }
);

function rowsOf(pages: readonly { entries: HistoryLine[]; failures: HistoryFailure[] }[]): Row[] {
  const changes = pages.flatMap(({ entries }) =>
    entries.map(
      (change): Row => ({ id: `change ${change.id}`, at: change.at, change, failure: null }),
    ),
  );
  const failures = pages.flatMap(({ failures: some }) =>
    some.map(
      (failure): Row => ({ id: `failure ${failure.at}`, at: failure.at, change: null, failure }),
    ),
  );
  // Stable: entries of one instant keep the order of the log.
  return [...changes, ...failures].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

function Failure({ failure: { error, log } }: { failure: HistoryFailure }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="wrap-anywhere text-danger">
        {t('siteFailed')}: {error ? serverText(error) : t('unknownReason')}
      </p>
      {log.length > 0 && (
        <BuilderFold>
          <pre className="mt-1 rounded-md bg-ground p-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
            {log.join('\n')}
          </pre>
        </BuilderFold>
      )}
    </>
  );
}

/** Actor, change, and since when it is live. */
function Sentence({ change }: { change: HistoryLine }) {
  const { t } = useTranslation();
  const { data: state } = useQuery(publishStateQuery);
  const { actor, action, entity, liveAt } = change;
  const isNow = liveAt !== null && liveAt === state?.publishedAt;
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-medium">{actorText(actor, t)}</span>{' '}
        <span className="text-muted">
          {actionText(action, t)} · {entityText(entity, t)}
        </span>{' '}
        {aboutText(change, t)}
      </p>
      {liveAt && (
        <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
          {t('liveSince', { time: momentText(liveAt) })}
          {isNow && <Badge look="default">{t('siteLive')}</Badge>}
        </p>
      )}
    </>
  );
}

function UndoButton({ change }: { change: HistoryLine }) {
  const { t } = useTranslation();
  const undo = useUndo();
  const { change: id, undo: state } = change;
  if (state === 'undone') return <span className="text-muted">{t('isUndone')}</span>;
  if (state === 'no' || id === null) return null;
  const about = [entityText(change.entity, t), aboutText(change, t)].filter(Boolean).join(' ');
  return (
    <Button
      look="secondary"
      size="sm"
      aria-label={t('undoChange', { about })}
      pending={undo.isPending}
      onClick={() => undo.mutate(id)}
    >
      <Undo2 className="size-4" />
      {t('undo')}
    </Button>
  );
}

const columns: Column<Row>[] = [
  {
    name: 'at',
    head: 'auditWhen',
    headClass: 'w-40',
    className: 'align-top whitespace-nowrap text-muted lg:pt-3',
    cell: ({ at }) => (
      <time dateTime={at} title={longMomentText(at)}>
        {momentText(at)}
      </time>
    ),
  },
  {
    name: 'change',
    head: 'auditWhat',
    className: 'align-top max-lg:col-span-2 max-lg:row-start-2 max-lg:min-w-0 lg:py-3',
    cell: ({ change, failure }) =>
      failure ? <Failure failure={failure} /> : <Sentence change={change} />,
  },
  {
    name: 'id',
    head: 'undo',
    headClass: 'w-44',
    className: 'text-right align-top max-lg:col-start-2 max-lg:row-start-1',
    cell: ({ change }) => change && <UndoButton change={change} />,
  },
];

const DAY_LINKS = 7;

/** Links to days, past a busy one. */
function DayLinks({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation();
  const days = [...new Set(rows.map(({ at }) => dayHeading(at)))];
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

/** Changes, when each went live, and undo (decision 007). */
export function HistoryPage() {
  const { t } = useTranslation();
  const list = useHistory();
  const rows = rowsOf(list.data?.pages ?? []);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <SiteNow />
      <h2 className="mt-2 text-base font-semibold">{t('publishesLink')}</h2>
      <p className="-mt-3 max-w-prose text-muted">{t('publishesText')}</p>
      <DayLinks rows={rows} />
      <PagedTable
        of={list}
        rows={rows}
        label={t('publishing')}
        columns={columns}
        groupOf={({ at }) => dayHeading(at)}
        empty={<EmptyState title={t('historyEmpty')} text={t('historyEmptyHint')} />}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-y-2"
      />
    </div>
  );
}
