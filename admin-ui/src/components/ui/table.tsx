import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { classNames } from '#lib/class-names.ts';
import { Skeleton } from './loading.tsx';

export interface Column<Row> {
  name: keyof Row & string;
  head: PlainTextKey;
  headClass?: string;
  /** Classes of its cells, also on a card. */
  className: string;
  cell: (row: Row, t: TFunction) => ReactNode;
}

type Cells<Row> = Omit<Column<Row>, 'name'> & { name: string };

interface DataTableProps<Row> {
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  groupOf?: (row: Row) => string;
  /** Grid classes of a row shown as a card. */
  cardClass: string;
  className?: string;
  /** Buttons of a row, in a last column; `actionsClass` places it on a card. */
  actions?: (row: Row) => ReactNode;
  actionsClass?: string;
}

const headClass = 'h-10 px-4 text-small font-medium text-muted';
const cellClass =
  'h-12 border-t border-hairline px-4 py-2 max-lg:h-auto max-lg:border-0 max-lg:p-0';
const rowClass =
  'max-lg:grid max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0';

const SKELETON_ROWS = [1, 2, 3, 4];

/** Element id of a group heading, for links to it. */
export const groupId = (heading: string) => `rows-${heading.replace(/\W+/g, '-')}`;

function groupsOf<Row>(rows: readonly Row[], groupOf: (row: Row) => string = () => '') {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return [...groups];
}

/** A table whose rows become cards below 1024 px; for screen readers it stays one table. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { label, rows, groupOf, cardClass, className, actions, actionsClass = '' } = props;
  const { t } = useTranslation();
  const columns: ReadonlyArray<Cells<Row>> = !actions
    ? props.columns
    : [
        ...props.columns,
        {
          name: 'actions',
          head: 'actions',
          headClass: 'text-right',
          className: actionsClass,
          cell: (one) => <div className="flex justify-end">{actions(one)}</div>,
        },
      ];
  const row = (key: string | number, cell: (column: Cells<Row>) => ReactNode) => (
    <tr key={key} className={classNames(rowClass, cardClass)}>
      {columns.map((column) => (
        <td key={column.name} className={classNames(cellClass, column.className)}>
          {cell(column)}
        </td>
      ))}
    </tr>
  );
  return (
    <div
      aria-hidden={rows ? undefined : 'true'}
      className="overflow-x-auto rounded-lg border border-hairline bg-surface"
    >
      <table
        aria-label={label}
        className={classNames(
          'w-full border-collapse text-left max-lg:block [&_tbody]:max-lg:block',
          className,
        )}
      >
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classNames(headClass, column.headClass)}>
                {t(column.head)}
              </th>
            ))}
          </tr>
        </thead>
        {rows ? (
          groupsOf(rows, groupOf).map(([heading, members]) => (
            <tbody key={heading}>
              {heading && (
                <tr className="max-lg:block">
                  <th
                    id={groupId(heading)}
                    scope="rowgroup"
                    colSpan={columns.length}
                    className="scroll-mt-20 border-t border-hairline bg-ground px-4 py-2 text-left font-semibold max-lg:block"
                  >
                    {heading}
                  </th>
                </tr>
              )}
              {members.map((one) => row(one.id, ({ cell }) => cell(one, t)))}
            </tbody>
          ))
        ) : (
          <tbody>
            {SKELETON_ROWS.map((n) => row(n, () => <Skeleton className="h-4 w-24 max-w-full" />))}
          </tbody>
        )}
      </table>
    </div>
  );
}
