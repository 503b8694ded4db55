/** The row that fills many at once: those that are selected, else all of them. */
import { SlidersHorizontal, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { classNames } from '#lib/class-names.ts';
import { type FieldValues, type PlainText, plainTexts } from '../field-values.ts';
import type { useEntryNames } from '../media-fields.tsx';
import type { BulkSession } from './bulk-session.ts';
import { type Column, gridClass } from './columns.ts';
import type { Draft } from './draft.ts';
import { FieldCells } from './field-cells.tsx';
import { changeOneOfMany, commonValues } from './many.ts';

interface ManyTextProps {
  name: PlainText;
  drafts: readonly Draft[];
  onChange: (change: Partial<FieldValues>) => void;
}

/** A text that has no column; it counts when it is left. */
function ManyText({ name, drafts, onChange }: ManyTextProps) {
  const { t } = useTranslation();
  const value = drafts[0]?.fields[name] ?? '';
  const isCommon = drafts.every(({ fields }) => fields[name] === value);
  return (
    <Field label={t(name)} hint={t('setHint', { count: drafts.length })}>
      <TextArea
        key={isCommon ? value : ''}
        defaultValue={isCommon ? value : ''}
        placeholder={isCommon ? undefined : t('severalValues')}
        onBlur={({ target }) => {
          if (target.value !== target.defaultValue) onChange({ [name]: target.value });
        }}
      />
    </Field>
  );
}

interface ManyRowProps {
  session: BulkSession;
  /** Those it fills. */
  drafts: readonly Draft[];
  /** How many are selected; 0: it fills all. */
  count: number;
  isAll: boolean;
  names: ReturnType<typeof useEntryNames>;
  isWide: boolean;
  busy: boolean;
  onSelectAll: (on: boolean) => void;
  onChange: (ids: readonly string[], by: (draft: Draft) => Draft) => void;
}

export const ManyRow = memo(function ManyRow(props: ManyRowProps) {
  const { session, drafts, count, isAll, names, isWide, busy } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const common = useMemo(() => commonValues(drafts), [drafts]);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  const change = (fields: Partial<FieldValues>) => {
    const ids = drafts.map(({ id }) => id);
    props.onChange(ids, changeOneOfMany(fields, common));
  };
  const label =
    count > 0 ? t('selectedEntries', { count }) : t('allFiles', { count: drafts.length });
  const look = classNames(
    'border-b border-edge/60 text-[0.8125rem]',
    count > 0 ? 'bg-moss-wash' : 'bg-deep',
  );
  const tick = (
    <label className="grid size-full min-h-11 place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('selectAllShown')}
        data-cell="select"
        checked={count > 0 && isAll}
        disabled={busy}
        onChange={({ target }) => props.onSelectAll(target.checked)}
        className="size-[1.125rem] accent-moss"
      />
    </label>
  );
  const cells = (wrap: (column: Column, cell: ReactNode) => ReactNode) => (
    <FieldCells
      isMany
      values={common}
      names={names}
      disabled={busy}
      wrap={wrap}
      onChange={change}
    />
  );
  const more = (
    <Button
      look="quiet"
      size="sm"
      disabled={busy}
      onClick={() => setIsOpen(true)}
      className="px-2!"
    >
      <SlidersHorizontal className="size-4" />
      {t(isWide ? 'moreFields' : 'setFields')}
    </Button>
  );
  const remove = count > 0 && (
    <IconButton
      icon={Trash2}
      label={t('removeFiles', { count })}
      disabled={busy}
      onClick={() => session.remove(drafts.map(({ id }) => id))}
    />
  );
  return (
    <>
      {isWide ? (
        <tr data-row={-1} className={classNames(gridClass, 'h-10 items-center', look)}>
          <td>{tick}</td>
          <td className="truncate px-1.5 font-medium tabular-nums" aria-live="polite">
            {label}
          </td>
          {cells((column, cell) => (
            <td key={column} className="h-full min-w-0 py-0.5">
              {cell}
            </td>
          ))}
          <td className="px-1">{more}</td>
          <td className="flex justify-end pr-1">{remove}</td>
        </tr>
      ) : (
        <tr className={classNames('flex min-h-11 items-center gap-1 pr-1', look)}>
          <td className="w-11 self-stretch">{tick}</td>
          <td className="flex-1 font-medium tabular-nums" aria-live="polite">
            {label}
          </td>
          <td>{more}</td>
          <td>{remove}</td>
        </tr>
      )}
      <Dialog open={isOpen} onClose={close} title={label}>
        <DialogBody>
          <div className="flex flex-col gap-4">
            {!isWide &&
              cells((column, cell) => (
                <div key={column} className="flex min-w-0 flex-col gap-1">
                  <span className="font-medium">{t(column)}</span>
                  <div className="h-10 rounded-md border border-hairline bg-surface">{cell}</div>
                </div>
              ))}
            {plainTexts.map((name) => (
              <ManyText key={name} name={name} drafts={drafts} onChange={change} />
            ))}
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>{t('done')}</Button>
        </DialogFooter>
      </Dialog>
    </>
  );
});
