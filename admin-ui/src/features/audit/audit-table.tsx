import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Table, TableCell, TableHead } from '#components/ui/table.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { classNames } from '#lib/class-names.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText, momentText } from '#lib/time-text.ts';
import type { AuditLine } from './audit-words.ts';
import { actionText, entityText, isAlarming, summaryText } from './audit-words.ts';

/** Below 1024 px a line is two rows: what and when, then who and about what. */
const cell = {
  when: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0 max-lg:text-right',
  who: 'max-lg:col-start-2 max-lg:row-start-2 max-lg:h-auto max-lg:border-0 max-lg:p-0 max-lg:text-right',
  what: 'max-lg:col-start-1 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0',
  about:
    'max-lg:col-start-1 max-lg:row-start-2 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
} as const;
const rowClass =
  'max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0';

function AuditRow({ line, now }: { line: AuditLine; now: Date }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const alarming = isAlarming(line.action);
  return (
    <tr className={rowClass}>
      <TableCell className={classNames(cell.when, 'whitespace-nowrap text-muted')}>
        <time dateTime={line.at} title={longMomentText(line.at, language)}>
          {momentText(line.at, language, now)}
        </time>
      </TableCell>
      <TableCell className={classNames(cell.who, 'wrap-anywhere')}>
        {line.actor || <span className="text-muted">{t('auditNobody')}</span>}
      </TableCell>
      <TableCell className={cell.what}>
        {alarming ? (
          <Badge look="amber">{actionText(line.action, t)}</Badge>
        ) : (
          <span className="font-medium">{actionText(line.action, t)}</span>
        )}{' '}
        <span className="text-muted">· {entityText(line.entity, t)}</span>
      </TableCell>
      <TableCell className={classNames(cell.about, 'wrap-anywhere')}>
        {summaryText(line, t)}
      </TableCell>
    </tr>
  );
}

function Columns() {
  const { t } = useTranslation();
  return (
    <thead className="max-lg:sr-only">
      <tr>
        <TableHead className="w-32">{t('auditWhen')}</TableHead>
        <TableHead className="w-32">{t('auditWho')}</TableHead>
        <TableHead>{t('auditWhat')}</TableHead>
        <TableHead>{t('auditAbout')}</TableHead>
      </tr>
    </thead>
  );
}

const tableClass = 'max-lg:block [&_tbody]:max-lg:block';

/** `now` decides what today is. */
export function AuditTable({ lines, now }: { lines: readonly AuditLine[]; now: Date }) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t('auditLog')} className={tableClass}>
      <Columns />
      <tbody>
        {lines.map((line) => (
          <AuditRow key={line.id} line={line} now={now} />
        ))}
      </tbody>
    </Table>
  );
}

export function AuditSkeleton() {
  return (
    <div aria-hidden="true">
      <Table className={tableClass}>
        <Columns />
        <tbody>
          {(['w-40', 'w-24', 'w-32', 'w-28'] as const).map((width) => (
            <tr key={width} className={rowClass}>
              <TableCell className={cell.when}>
                <Skeleton className="h-4 w-20" />
              </TableCell>
              <TableCell className={cell.who}>
                <Skeleton className="h-4 w-16" />
              </TableCell>
              <TableCell className={cell.what}>
                <Skeleton className="h-4 w-28" />
              </TableCell>
              <TableCell className={cell.about}>
                <Skeleton className={`h-4 ${width}`} />
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
