/** The cells of the bulk table: texts are typed in at once, choices open a list to search in. */
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useReducer, useRef, useState } from 'react';
import { ComboboxList, comboboxOf } from '#components/ui/search-select.tsx';
import { classNames } from '#lib/class-names.ts';
import type { Column } from './columns.ts';

const cellClass =
  'block h-full w-full min-w-0 truncate rounded-sm bg-transparent px-2 text-left text-[0.8125rem] ' +
  'outline-none transition-colors duration-100 hover:bg-moss-wash/60 focus:bg-surface ' +
  'focus:ring-2 focus:ring-moss focus:ring-inset disabled:cursor-not-allowed disabled:opacity-60 ' +
  'aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:ring-inset';

interface CellProps {
  column: Column;
  label: string;
  /** In place of an empty value. */
  placeholder?: string;
  invalid?: boolean;
  disabled: boolean;
}

interface TextCellProps extends CellProps {
  value: string;
  /** The text as it is at this moment, where `value` may come later. */
  read?: () => string;
  type?: 'text' | 'date';
  /** Told when the cell is left, rather than at each letter. */
  late?: boolean;
  onChange: (value: string) => void;
}

export function TextCell(props: TextCellProps) {
  const { column, label, placeholder, invalid, disabled, type = 'text', read, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [, renderCell] = useReducer((count: number) => count + 1, 0);
  const value = read?.() ?? props.value;
  const change = (text: string) => {
    if (props.late) return setTyped(text);
    onChange(text);
    renderCell();
  };
  const leave = () => {
    if (typed !== null && typed !== value) onChange(typed);
    setTyped(null);
  };
  return (
    <input
      type={type}
      max={type === 'date' ? '9999-12-31' : undefined}
      autoComplete="off"
      data-cell={column}
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      disabled={disabled}
      value={typed ?? value}
      // The whole of what may be cut off; a letter need not wait for it.
      title={props.value}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
      className={classNames(
        cellClass,
        '[contain:size_layout_style]',
        type === 'date' && 'tabular-nums',
        type === 'date' && !(typed ?? value) && 'text-muted',
      )}
    />
  );
}

/** A list that is open beside its cell. */
export interface OpenList {
  anchor: HTMLElement | null;
  /** What was typed to open it. */
  typed: string;
  onClose: () => void;
}

interface PickListProps extends OpenList {
  options: ReadonlyArray<{ value: string; label: string }>;
  chosen: readonly string[];
  /** Several may be chosen; else the list closes after one. */
  multiple: boolean;
  onChange: (chosen: string[]) => void;
}

/** A list with a field to search in, open beside its cell. */
export function PickList(props: PickListProps) {
  const { options, chosen, multiple, anchor, onChange } = props;
  const shared = {
    ...comboboxOf(options),
    open: true,
    defaultInputValue: props.typed,
    onOpenChange: (next: boolean) => !next && props.onClose(),
  };
  const list = <ComboboxList options={options} anchor={anchor} />;
  return multiple ? (
    <Combobox.Root {...shared} multiple value={[...chosen]} onValueChange={onChange}>
      {list}
    </Combobox.Root>
  ) : (
    <Combobox.Root
      {...shared}
      value={chosen[0] || null}
      onValueChange={(value: string | null) => {
        if (value === null) return;
        onChange([value]);
        props.onClose();
      }}
    >
      {list}
    </Combobox.Root>
  );
}

interface PickCellProps extends CellProps {
  /** What is chosen, in words. */
  text: string;
  list: (open: OpenList) => ReactNode;
  onClear: () => void;
}

export function PickCell(props: PickCellProps) {
  const { column, label, placeholder, invalid, disabled, text, list, onClear } = props;
  const cell = useRef<HTMLButtonElement>(null);
  /** What was typed to open the list; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey) return;
    const isLetter = key.length === 1 && key !== ' ' && !altKey;
    if (isLetter || key === 'F2' || key === 'Enter' || (altKey && key === 'ArrowDown'))
      setTyped(isLetter ? key : '');
    else if (key === 'Delete' || key === 'Backspace') onClear();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={cell}
        type="button"
        data-cell={column}
        aria-label={`${label}: ${text || placeholder || '–'}`}
        aria-haspopup="listbox"
        aria-expanded={typed !== null}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        title={text}
        onClick={() => setTyped('')}
        onKeyDown={onKeyDown}
        className={classNames(cellClass, 'group/cell flex! items-center justify-between gap-1')}
      >
        <span className={classNames('truncate', !text && 'text-muted')}>{text || placeholder}</span>
        <ChevronDown className="size-3.5 shrink-0 text-muted opacity-0 group-hover/cell:opacity-100 group-focus/cell:opacity-100" />
      </button>
      {typed !== null && list({ anchor: cell.current, typed, onClose: () => setTyped(null) })}
    </>
  );
}
