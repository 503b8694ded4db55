import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { useFieldControl } from './field.tsx';
import {
  itemClass,
  popupClass,
  Select,
  type SelectOption,
  type SelectProps,
  selection,
  triggerClass,
} from './select.tsx';
import { controlClass } from './text-input.tsx';

/** As `Select`; a long list has a field to search in and shows the first that match. */
export function SearchSelect<T extends string>(props: SelectProps<T>) {
  return props.options.length > LONG_LIST ? <Long {...props} /> : <Select {...props} />;
}

function Long<T extends string>(props: SelectProps<T>) {
  const { placeholder, disabled } = props;
  const { t } = useTranslation();
  const chosen = selection(props);
  return (
    <Combobox.Root
      {...chosen}
      items={Combobox.createItems(chosen.items, {
        getValue: (option) => option.value,
        getLabel: (option) => option.label,
      })}
      filter={({ label }, typed) => findEntries([label], String, typed).length > 0}
      limit={LONG_LIST}
      autoHighlight
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
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup
            aria-label={t('searchEntriesHint')}
            className={classNames(popupClass, 'flex w-(--anchor-width) min-w-56 flex-col gap-1')}
          >
            <Combobox.Input
              aria-label={t('searchEntriesHint')}
              placeholder={t('searchEntriesHint')}
              className={classNames(controlClass, 'h-10 w-full shrink-0')}
            />
            <Combobox.Empty className="px-2 text-[0.8125rem] text-muted not-empty:py-2">
              {t('noneFound')}
            </Combobox.Empty>
            <Combobox.List className="max-h-72 min-h-0 overflow-y-auto overscroll-contain">
              {(option: SelectOption<string>) => (
                <Combobox.Item key={option.value} value={option.value} className={itemClass}>
                  <span className="inline-flex size-4 shrink-0 items-center">
                    <Combobox.ItemIndicator>
                      <Check className="size-4 text-moss" />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="min-w-0 wrap-anywhere">{option.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
            <p className="px-2 pb-1 text-[0.8125rem] text-muted">
              {t('firstShown', { number: String(LONG_LIST) })}
            </p>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
