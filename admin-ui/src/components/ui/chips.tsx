import { Check, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { TextInput, useFieldLabelId } from './field.tsx';

interface ToggleChipsProps {
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Toggle buttons in the order of the options. A long list shows the chosen ones and the first matches of a search. */
export function ToggleChips(props: ToggleChipsProps) {
  return props.options.length > LONG_LIST ? <LongChips {...props} /> : <Chips {...props} />;
}

function LongChips({ options, chosen, onChange }: ToggleChipsProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // A chip switched off stays until the next search: it has the focus.
  const [kept, setKept] = useState(chosen);
  const found = findEntries(options, String, typed);
  const [first] = found;
  const shown = new Set([...found.slice(0, LONG_LIST), ...kept, ...chosen]);
  const search = (text: string) => {
    setTyped(text);
    setKept(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      search('');
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // Enter chooses; it must not submit the form.
    event.preventDefault();
    if (typed.trim() === '' || first === undefined) return;
    if (!chosen.includes(first)) onChange([...chosen, first]);
    search('');
  };
  return (
    <>
      <TextInput
        aria-label={t('searchTags')}
        placeholder={t('searchEntriesHint')}
        autoComplete="off"
        value={typed}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Chips
        options={options.filter((name) => shown.has(name))}
        chosen={chosen}
        onChange={onChange}
      />
      <p role="status" className="text-small text-muted">
        {found.length === 0 && t('noneFound')}
        {found.length > LONG_LIST && t('firstShown', { number: String(LONG_LIST) })}
      </p>
    </>
  );
}

function Chips({ options, chosen, onChange }: ToggleChipsProps) {
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
              'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-chip border pr-3 pl-2 text-left text-small',
              'transition-colors duration-150',
              on
                ? 'border-moss bg-moss-wash font-medium'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <Icon className={classNames('size-3.5 shrink-0', on && 'text-moss')} />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface ChosenChipsProps {
  label: string;
  names: readonly string[];
  removeLabel: (name: string) => string;
  lang?: string;
  onChange: (names: string[]) => void;
}

/** The chosen names; a press removes one. */
export function ChosenChips({ label, names, removeLabel, lang, onChange }: ChosenChipsProps) {
  if (names.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={removeLabel(name)}
            onClick={() => onChange(names.filter((other) => other !== name))}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-moss pr-2 pl-3 text-small font-medium text-on-moss transition-colors duration-150 hover:bg-moss-hover disabled:cursor-not-allowed disabled:opacity-60"
          >
            <span lang={lang} className="lang-[la]:italic">
              {name}
            </span>
            <X className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ViewChipsProps<View extends string> {
  label: string;
  choices: ReadonlyArray<{ value: View; label: string }>;
  sizes: Record<View, number>;
  chosen: View;
  onChoose: (view: View) => void;
}

/** Switches between views of a list, with the size of each. */
export function ViewChips<View extends string>(props: ViewChipsProps<View>) {
  const { label, choices, sizes, chosen, onChoose } = props;
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {choices.map(({ value, label: words }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
          className={classNames(
            'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-small',
            'transition-colors duration-150',
            chosen === value
              ? 'border-moss bg-moss-wash font-medium'
              : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
          )}
        >
          {words}
          <span className="tabular-nums">{sizes[value]}</span>
        </button>
      ))}
    </fieldset>
  );
}
