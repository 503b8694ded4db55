import { useTranslation } from 'react-i18next';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';

const numbers = Array.from({ length: 12 }, (_, i) => i + 1);

function monthName(month: number, language: string): string {
  return new Date(Date.UTC(2026, month - 1)).toLocaleDateString(language, {
    month: 'short',
    timeZone: 'UTC',
  });
}

/** "feb, mar, apr"; none are all of them. */
export function monthWords(months: readonly number[], language: string, all: string): string {
  return months.length === 0 ? all : months.map((one) => monthName(one, language)).join(', ');
}

interface MonthChoiceProps {
  label: string;
  value: readonly number[];
  onChange: (months: number[]) => void;
}

/** Months that are switched on and off. */
export function MonthChoice({ label, value, onChange }: MonthChoiceProps) {
  const { i18n, t } = useTranslation();
  const names = numbers.map((month) => monthName(month, i18n.language));
  return (
    <Field label={label} hint={t('noMonthsHint')}>
      <ToggleChips
        options={names}
        chosen={value.map((month) => names[month - 1] ?? '')}
        onChange={(chosen) =>
          onChange(numbers.filter((one) => chosen.includes(names[one - 1] ?? '')))
        }
      />
    </Field>
  );
}
