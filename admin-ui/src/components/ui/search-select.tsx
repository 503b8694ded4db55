import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { controlClass, useFieldControl } from './field.tsx';
import {
  itemClass,
  popupClass,
  Select,
  type SelectOption,
  type SelectProps,
  selection,
  triggerClass,
} from './select.tsx';

/** A `Select` that gets a search field when its list is long. */
export function SearchSelect<T extends string>(props: SelectProps<T>) {
  return props.options.length > LONG_LIST ? <Long {...props} /> : <Select {...props} />;
}

function Long<T extends string>(props: SelectProps<T>) {
  const { placeholder, disabled } = props;
  const chosen = selection(props);
  return (
    <Combobox.Root
      {...comboboxOf(chosen.items)}
      value={chosen.value}
      onValueChange={chosen.onValueChange}
      disabled={disabled ?? false}
    >
      <Combobox.Trigger
        {...useFieldControl()}
        className={classNames(triggerClass, 'flex w-full data-placeholder:text-muted')}
      >
        <span className="truncate">
          <Combobox.Value placeholder={placeholder} />
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" />
      </Combobox.Trigger>
      <ComboboxList options={chosen.items} />
    </Combobox.Root>
  );
}

interface ComboboxListProps {
  options: ReadonlyArray<SelectOption<string>>;
  /** Position, and focus target on closing; the trigger by default. */
  anchor?: HTMLElement | null;
  empty?: string | undefined;
}

export function ComboboxList({ options, anchor, empty }: ComboboxListProps) {
  const { t } = useTranslation();
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={anchor}
        sideOffset={4}
        align="start"
        className="z-60 outline-none"
      >
        <Combobox.Popup
          aria-label={t('searchEntriesHint')}
          finalFocus={() => anchor ?? true}
          className={classNames(popupClass, 'flex w-(--anchor-width) min-w-60 flex-col gap-1')}
        >
          <Combobox.Input
            aria-label={t('searchEntriesHint')}
            placeholder={t('searchEntriesHint')}
            className={classNames(controlClass, 'h-10 w-full shrink-0')}
          />
          <Combobox.Empty className="px-2 text-small text-muted not-empty:py-2">
            {empty ?? t('noneFound')}
          </Combobox.Empty>
          <Combobox.List className="max-h-72 min-h-0 overflow-y-auto overscroll-contain">
            {(value: string) => (
              <Combobox.Item key={value} value={value} className={itemClass}>
                <span className="inline-flex size-4 shrink-0 items-center">
                  <Combobox.ItemIndicator>
                    <Check className="size-4 text-moss" />
                  </Combobox.ItemIndicator>
                </span>
                <span className="min-w-0 wrap-anywhere">{labels.get(value)}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
          {options.length > LONG_LIST && (
            <p className="px-2 pb-1 text-small text-muted">
              {t('firstShown', { number: String(LONG_LIST) })}
            </p>
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Combobox props for a list of options: filtered by the typed text, the first match highlighted for Enter. */
export function comboboxOf(options: ReadonlyArray<SelectOption<string>>) {
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  const labelOf = (value: string) => labels.get(value) ?? value;
  return {
    items: options.map(({ value }) => value),
    itemToStringLabel: labelOf,
    filter: (value: string, typed: string) =>
      findEntries([labelOf(value)], String, typed).length > 0,
    limit: LONG_LIST,
    autoHighlight: true,
  };
}
