import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';
import { LONG_LIST } from '#lib/long-list.ts';
import { ComboboxList, comboboxOf } from './combobox-list.tsx';
import { useFieldControl } from './field.tsx';
import { Select, type SelectProps, selection, triggerClass } from './select.tsx';

/** As `Select`; a long list has a field to search in and shows the first that match. */
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
