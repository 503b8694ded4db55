/** The cells of the table: texts are edited in place, choices open a searchable list. */
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown, FileWarning } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ComboboxList, comboboxOf } from '#components/ui/search-select.tsx';
import { classNames } from '#lib/class-names.ts';
import type { Column } from '../fields.ts';

const cellClass =
  'block h-full w-full min-w-0 truncate rounded-sm bg-transparent px-2 text-left text-small ' +
  'outline-none transition-colors duration-100 hover:bg-moss-wash/60 focus:bg-surface ' +
  'focus:ring-2 focus:ring-moss focus:ring-inset disabled:cursor-not-allowed disabled:opacity-60 ' +
  'aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:ring-inset';

interface CellProps {
  column: Column;
  label: string;
  /** In place of an empty value. */
  placeholder?: string | undefined;
  invalid?: boolean;
  disabled: boolean;
}

interface TextCellProps extends CellProps {
  value: string;
  type?: 'text' | 'date';
  /** A warning beside the value. */
  warning?: string | undefined;
  /** At each letter. */
  onType?: ((value: string) => void) | undefined;
  /** On leaving it with another text than on entering it. */
  onChange: (value: string, before: string) => void;
}

export function TextCell(props: TextCellProps) {
  const { column, label, placeholder, invalid, disabled, value, type = 'text', warning } = props;
  /** While typing: the text now, and the one before. */
  const [typing, setTyping] = useState<{ text: string; before: string } | null>(null);
  const noteId = useId();
  const text = typing && !disabled ? typing.text : value;
  const put = (next: string) => {
    setTyping({ text: next, before: typing?.before ?? value });
    props.onType?.(next);
  };
  const leave = () => {
    setTyping(null);
    if (typing && typing.text !== typing.before) props.onChange(typing.text, typing.before);
  };
  return (
    <div className="relative h-full">
      <input
        type={type}
        max={type === 'date' ? '9999-12-31' : undefined}
        autoComplete="off"
        data-cell={column}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={warning && noteId}
        placeholder={placeholder}
        disabled={disabled}
        value={text}
        // The whole text, which the cell may cut off; typing need not update it.
        title={value}
        onChange={({ target }) => put(target.value)}
        onKeyDown={(event) => {
          const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
          if (!typing || typing.text === typing.before) return;
          // At once, as Escape also takes the focus.
          if (event.key === 'Escape') flushSync(() => put(typing.before));
          if (!isUndo || event.shiftKey) return;
          event.preventDefault();
          put(typing.before);
        }}
        onBlur={leave}
        className={classNames(
          cellClass,
          '[contain:size_layout_style]',
          warning && 'pr-7!',
          type === 'date' && 'tabular-nums',
          type === 'date' && !text && 'text-muted',
        )}
      />
      {warning && (
        <span title={warning} className="absolute inset-y-0 right-1.5 grid place-items-center">
          <FileWarning aria-hidden="true" className="size-4 text-amber" />
          <span id={noteId} className="sr-only">
            {warning}
          </span>
        </span>
      )}
    </div>
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
  multiple?: boolean;
  /** At each letter in its field. */
  onType?: (typed: string) => void;
  onChange: (chosen: string[]) => void;
}

/** A list with a field to search in, open beside its cell. */
export function PickList(props: PickListProps) {
  const { options, chosen, multiple, anchor, onChange } = props;
  const shared = {
    ...comboboxOf(options),
    open: true,
    defaultInputValue: props.typed,
    onInputValueChange: props.onType,
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
  /** A second line. */
  note?: string | null;
  title?: string;
  list: (open: OpenList) => ReactNode;
  onClear: () => void;
}

/** Gives a key to the open list, whose field has no focus yet; the browser writes a letter where the focus is. */
function passOn(event: globalThis.KeyboardEvent, isLetter: boolean) {
  const field = document.querySelector<HTMLElement>('input[role=combobox][aria-expanded=true]');
  if (!field) return;
  field.focus({ preventScroll: true });
  if (isLetter) return;
  event.preventDefault();
  field.dispatchEvent(new globalThis.KeyboardEvent(event.type, event));
}

export function PickCell(props: PickCellProps) {
  const { column, label, placeholder, invalid, disabled, text, note, list, onClear } = props;
  const cell = useRef<HTMLButtonElement>(null);
  /** What was typed to open the list; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey) return;
    const isLetter = key.length === 1 && key !== ' ' && !altKey;
    if (typed !== null) return passOn(event.nativeEvent, isLetter);
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
        aria-label={`${label}: ${[text || placeholder || '–', note].filter(Boolean).join(' ')}`}
        aria-haspopup="listbox"
        aria-expanded={typed !== null}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        title={props.title ?? text}
        onClick={() => setTyped('')}
        onKeyDown={onKeyDown}
        className={classNames(cellClass, 'group/cell flex! items-center justify-between gap-1')}
      >
        <span className="min-w-0">
          <span className={classNames('block truncate', !text && 'text-muted')}>
            {text || placeholder}
          </span>
          {note && <span className="block truncate text-xs text-muted"> {note}</span>}
        </span>
        <ChevronDown className="size-3.5 shrink-0 text-muted opacity-0 group-hover/cell:opacity-100 group-focus/cell:opacity-100" />
      </button>
      {typed !== null && list({ anchor: cell.current, typed, onClose: () => setTyped(null) })}
    </>
  );
}
