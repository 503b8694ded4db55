import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AuditEntity, auditActors, auditEntities } from '@veldlicht/contract/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { PagedTable } from '#components/paged-table.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { BuilderFold } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { Select } from '#components/ui/select.tsx';
import type { Column } from '#components/ui/table.tsx';
import { callApi } from '#lib/api.ts';
import { apiQuery } from '#lib/session.ts';
import { longMomentText, momentText } from '#lib/time-text.ts';
import {
  type AuditFilter,
  type AuditLine,
  aboutText,
  actionText,
  actorText,
  auditLine,
  auditPath,
  entityText,
  isAlarming,
  nextBefore,
  omittedText,
} from './audit-words.ts';

const answer = z.array(auditLine);

/** Pages of the audit log; not cached, so that each visit is fresh. */
function useAuditList(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['/api/admin/audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET', auditPath(filter, pageParam), { schema: answer, signal }),
    // Cast: null is the newest page; the others start at an id.
    initialPageParam: null as number | null,
    getNextPageParam: nextBefore,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

const actorsQuery = { ...apiQuery(auditActors, '/api/admin/audit/actors'), gcTime: 0 };

function AuditFilters(props: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const { filter, onChange } = props;
  const { t } = useTranslation();
  const names = useQuery(actorsQuery).data ?? [];
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t('auditWho')}
        className="flex w-40 max-sm:flex-1"
        none={t('auditEveryone')}
        options={names.map((name) => ({ value: name, label: actorText(name, t) }))}
        value={filter.actor ?? ''}
        onChange={(actor) => onChange({ ...filter, actor: actor || null })}
      />
      <Select<AuditEntity | ''>
        aria-label={t('auditKind')}
        className="flex w-44 max-sm:flex-1"
        none={t('auditEverything')}
        options={auditEntities.map((value) => ({ value, label: entityText(value, t) }))}
        value={filter.entity ?? ''}
        onChange={(entity) => onChange({ ...filter, entity: entity || null })}
      />
    </div>
  );
}

/** As cards: action and time, then subject and actor. */
const columns: Column<AuditLine>[] = [
  {
    name: 'at',
    head: 'auditWhen',
    headClass: 'w-32',
    className:
      'whitespace-nowrap text-muted max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right',
    cell: ({ at }) => (
      <time dateTime={at} title={longMomentText(at)}>
        {momentText(at)}
      </time>
    ),
  },
  {
    name: 'actor',
    head: 'auditWho',
    headClass: 'w-32',
    className: 'wrap-anywhere max-lg:col-start-2 max-lg:row-start-2 max-lg:text-right',
    cell: ({ actor }, t) => (
      <span className={actor ? '' : 'text-muted'}>{actorText(actor, t)}</span>
    ),
  },
  {
    name: 'action',
    head: 'auditWhat',
    headClass: 'w-64',
    className: 'max-lg:col-start-1 max-lg:row-start-1',
    cell: ({ action, entity }, t) => (
      <>
        {isAlarming(action) ? (
          <Badge look="amber">{actionText(action, t)}</Badge>
        ) : (
          <span className="font-medium">{actionText(action, t)}</span>
        )}{' '}
        <span className="text-muted">· {entityText(entity, t)}</span>
      </>
    ),
  },
  {
    name: 'facts',
    head: 'auditAbout',
    className: 'wrap-anywhere max-lg:col-start-1 max-lg:row-start-2 max-lg:min-w-0',
    cell: aboutText,
  },
];

/** Addresses and internal names that the list leaves out. */
function OmittedTexts({ lines }: { lines: readonly AuditLine[] }) {
  const { t } = useTranslation();
  const omitting = lines.filter((line) => omittedText(line));
  if (omitting.length === 0) return null;
  return (
    <BuilderFold className="text-small text-muted">
      <ul className="mt-2 flex flex-col gap-1 wrap-anywhere">
        {omitting.map((line) => (
          <li key={line.id}>
            {momentText(line.at)} · {actionText(line.action, t)}: {omittedText(line)}
          </li>
        ))}
      </ul>
    </BuilderFold>
  );
}

const everything: AuditFilter = { actor: null, entity: null };

export function AuditPage() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(everything);
  const list = useAuditList(filter);
  const lines = list.data?.pages.flat() ?? [];
  const filtered = filter.actor !== null || filter.entity !== null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="text-muted">{t('auditLogText')}</p>
        <AuditFilters filter={filter} onChange={setFilter} />
      </div>
      <PagedTable
        of={list}
        rows={lines}
        label={t('auditLog')}
        columns={columns}
        empty={
          <EmptyState
            title={t(filtered ? 'auditNoneFound' : 'auditEmpty')}
            text={filtered ? '' : t('auditEmptyHint')}
            action={
              filtered && (
                <Button look="secondary" onClick={() => setFilter(everything)}>
                  {t('auditShowAll')}
                </Button>
              )
            }
          />
        }
        busy={list.isPlaceholderData}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1"
      />
      <OmittedTexts lines={lines} />
    </div>
  );
}
