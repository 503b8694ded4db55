import { Check, Plus } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';
import { useFieldLabelId } from './field.tsx';

interface ToggleChipsProps {
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Words that are switched on and off; the order of the options is kept. */
export function ToggleChips({ options, chosen, onChange }: ToggleChipsProps) {
  const labelId = useFieldLabelId();
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-wrap gap-2">
      {options.map((name) => {
        const on = chosen.includes(name);
        const Icon = on ? Check : Plus;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => toggle(name)}
            className={classNames(
              'inline-flex h-8 items-center gap-1.5 rounded-full border pr-3 pl-2 text-[0.8125rem]',
              'transition-colors duration-150',
              on
                ? 'border-moss bg-moss-wash font-medium'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <Icon aria-hidden="true" className={classNames('size-3.5', on && 'text-moss')} />
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}
