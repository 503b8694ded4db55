import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';
import { controlClass, useFieldControl } from './field.tsx';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
}

export const optionsOf = <T extends string>(
  values: readonly T[],
  label: (value: T) => string = String,
): SelectOption<T>[] => values.map((value) => ({ value, label: label(value) }));

export const triggerClass = classNames(
  controlClass,
  'h-10 items-center justify-between gap-2 text-left',
  'data-disabled:cursor-not-allowed data-disabled:opacity-60',
);

export const popupClass =
  'max-h-(--available-height) overflow-y-auto rounded-lg border border-hairline bg-raised p-1 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const itemClass =
  'flex min-h-9 items-center gap-2 rounded-sm py-1.5 pr-3 pl-2 outline-none select-none data-highlighted:bg-moss-wash';

export interface SelectProps<T extends string> {
  options: ReadonlyArray<SelectOption<T>>;
  /** '' if nothing is chosen. */
  value: T | '';
  onChange: (value: T) => void;
  placeholder?: string;
  /** Label of a first option with the value ''. */
  none?: string | undefined;
  disabled?: boolean;
  /** Required outside a Field. */
  'aria-label'?: string;
  className?: string;
  onBlur?: () => void;
}

/** Represents '' in Base UI, for which '' means nothing chosen. No real value is a space. */
const NONE = ' ';

/** Items and value as Base UI takes them. */
export function selection<T extends string>({ options, value, onChange, none }: SelectProps<T>) {
  const hasNone = none !== undefined;
  return {
    items: hasNone ? [{ value: NONE, label: none }, ...options] : options,
    value: value || (hasNone ? NONE : null),
    // Cast: with `none`, '' is one of the values.
    onValueChange: (next: string | null) =>
      next !== null && onChange((next === NONE ? '' : next) as T),
  };
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { placeholder, disabled, className, onBlur } = props;
  const chosen = selection(props);
  return (
    <Base.Root {...chosen} disabled={disabled}>
      <Base.Trigger
        {...useFieldControl()}
        aria-label={props['aria-label']}
        onBlur={onBlur}
        className={classNames(triggerClass, className ?? 'flex w-full')}
      >
        <Base.Value className="truncate data-placeholder:text-muted" placeholder={placeholder} />
        <Base.Icon>
          <ChevronDown className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60 outline-none">
          <Base.Popup className={classNames(popupClass, 'min-w-(--anchor-width)')}>
            <Base.List>
              {chosen.items.map((option) => (
                <Base.Item key={option.value} value={option.value} className={itemClass}>
                  <span className="inline-flex size-4 items-center">
                    <Base.ItemIndicator>
                      <Check className="size-4 text-moss" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
