/** One file of the bulk upload: a row of cells on a desk, a row to tap open on a phone. */
import { VISIBLE } from '@veldlicht/contract/name';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { ChevronDown, Trash2 } from 'lucide-react';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import type { FieldValues } from '../field-values.ts';
import type { useEntryNames } from '../media-fields.tsx';
import type { BulkSession } from './bulk-session.ts';
import { columns, gridClass } from './columns.ts';
import type { Draft, FileProgress } from './draft.ts';
import { DraftDetails } from './draft-details.tsx';
import { DraftPreview } from './draft-preview.tsx';
import { FieldCells } from './field-cells.tsx';
import { SendState } from './send-state.tsx';

interface DraftRowProps {
  session: BulkSession;
  draft: Draft;
  progress: FileProgress | undefined;
  index: number;
  names: ReturnType<typeof useEntryNames>;
  isWide: boolean;
  isSelected: boolean;
  isOpen: boolean;
  /** A run is on: nothing changes here now. */
  busy: boolean;
  /** Pixels that are left out above it. */
  gap: number;
  measure: Ref<HTMLTableSectionElement>;
  /** The same functions for the life of the table. */
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onOpen: (id: string | null) => void;
}

export const DraftRow = memo(function DraftRow(props: DraftRowProps) {
  const { session, draft, progress, index, names, isWide, isSelected, isOpen, busy } = props;
  const { t } = useTranslation();
  const { id, name, fields, failure, notes } = draft;
  const edit = (change: Partial<FieldValues>) => session.edit([id], change);
  const toggle = () => props.onOpen(isOpen ? null : id);
  const tick = (
    <td className="grid h-full place-items-center">
      <label className="grid size-full place-items-center">
        <input
          type="checkbox"
          tabIndex={isWide ? -1 : undefined}
          data-cell="select"
          aria-label={t('selectItem', { title: name })}
          checked={isSelected}
          disabled={busy}
          onChange={({ target, nativeEvent }) =>
            props.onSelect(id, target.checked, 'shiftKey' in nativeEvent && !!nativeEvent.shiftKey)
          }
          className="size-[1.125rem] accent-moss"
        />
      </label>
    </td>
  );
  const remove = (
    <IconButton
      icon={Trash2}
      label={t('removeFile', { file: name })}
      tabIndex={isWide ? -1 : undefined}
      disabled={busy}
      onClick={() => session.remove([id])}
    />
  );
  const details = { 'aria-expanded': isOpen, 'aria-label': t('detailsOf', { file: name }) };
  const turned = classNames('size-4 transition-transform duration-150', isOpen && 'rotate-180');
  const look = classNames(
    'border-b',
    'border-hairline',
    isSelected ? 'bg-moss-wash' : failure ? 'bg-danger-wash' : 'bg-surface',
  );
  const shown = fields.species.map(speciesLabel).join(', ');
  const hasTitle = VISIBLE.test(fields.title);
  const missing = index === 0 && !fields.category ? t('chooseCategory') : '';
  const place = [missing, fields.category, shown, fields.date, fields.location.trim()]
    .filter(Boolean)
    .join(' · ');
  return (
    <tbody
      ref={props.measure}
      data-index={index}
      data-row={index}
      data-failed={failure ? '' : undefined}
      aria-label={name}
      className="block"
      style={{ marginTop: props.gap }}
    >
      {isWide ? (
        <tr
          aria-rowindex={index + 1}
          aria-selected={isSelected}
          className={classNames(gridClass, 'h-14 grid-rows-[3.5rem] items-center', look)}
        >
          {tick}
          <td className="h-full px-1.5 py-1">
            <button
              type="button"
              tabIndex={-1}
              title={name}
              onClick={toggle}
              {...details}
              className="block size-full"
            >
              <DraftPreview draft={draft} />
            </button>
          </td>
          <FieldCells
            values={fields}
            typing={{
              read: () => session.draft(id)?.fields ?? fields,
              write: (change) => session.type(id, change),
            }}
            names={names}
            keywords={notes.keywords}
            disabled={busy}
            wrap={(column, cell) => (
              <td key={column} className="h-full min-w-0 py-1.5">
                {cell}
              </td>
            )}
            onChange={edit}
          />
          <td className="min-w-0 px-2">
            <SendState draft={draft} progress={progress} />
          </td>
          <td className="flex justify-end pr-1">
            <IconButton
              label={t('detailsOf', { file: name })}
              aria-expanded={isOpen}
              data-cell="details"
              onClick={toggle}
              tabIndex={-1}
            >
              <ChevronDown className={turned} />
            </IconButton>
            {remove}
          </td>
        </tr>
      ) : (
        <tr
          className={classNames(
            'grid h-18 grid-rows-[4.5rem] grid-cols-[2.75rem_minmax(0,1fr)_2.75rem]',
            look,
          )}
        >
          {tick}
          <td className="min-w-0">
            <button
              type="button"
              onClick={toggle}
              aria-expanded={isOpen}
              className="grid size-full grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 text-left"
            >
              <span className="sr-only">{details['aria-label']}</span>
              <span className="h-14">
                <DraftPreview draft={draft} />
              </span>
              <span className="block min-w-0 py-1">
                <span
                  className={classNames('block truncate font-medium', !hasTitle && 'text-danger')}
                >
                  {hasTitle ? fields.title : t('titleRequired')}
                </span>
                <span className="block truncate text-xs text-muted tabular-nums">
                  {place || '–'}
                </span>
                <SendState draft={draft} progress={progress} short />
              </span>
            </button>
          </td>
          <td className="grid place-items-center">{remove}</td>
        </tr>
      )}
      {isOpen && (
        <tr className="block border-b border-hairline">
          <td colSpan={columns.length + 4} data-details="" className="block">
            <DraftDetails
              session={session}
              draft={draft}
              isFirst={index === 0}
              names={names}
              isSending={progress !== undefined}
              busy={busy}
            />
          </td>
        </tr>
      )}
    </tbody>
  );
});
