/** Controls of the plain fields of an item, as the contract describes them (item-fields.ts). */
import { itemFields, type typedFields } from '@veldlicht/contract/item-fields';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { useTranslation } from 'react-i18next';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import type { Faults, FieldValues, PlainText } from './field-values.ts';

interface FieldControlProps {
  name: (typeof typedFields)[number];
  value: string;
  onChange: (change: Partial<FieldValues>) => void;
}

export function FieldControl({ name, value, onChange }: FieldControlProps) {
  const { control } = itemFields[name];
  const text = {
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  };
  if (control === 'date') return <TextInput type="date" max="9999-12-31" {...text} />;
  if (control === 'line') return <TextInput {...text} />;
  return <TextArea rows={control === 'few lines' ? 2 : 3} {...text} />;
}

const hints: Partial<Record<PlainText, PlainTextKey>> = { alt: 'altHint' };

interface PlainFieldsProps {
  names: readonly PlainText[];
  values: FieldValues;
  faults: Faults;
  /** With a word about positions in them. */
  compact?: boolean;
  onChange: (change: Partial<FieldValues>) => void;
}

export function PlainFields({ names, values, faults, compact, onChange }: PlainFieldsProps) {
  const { t } = useTranslation();
  const hintOf = (name: PlainText) => {
    const hint = hints[name];
    if (compact && holdsPosition(values[name]))
      return <span className="text-amber">{t('coordinatesHere')}</span>;
    return hint && t(hint);
  };
  return names.map((name) => (
    <Field
      key={name}
      label={t(name)}
      error={faults[name]}
      hint={hintOf(name)}
      className="col-span-full"
    >
      <FieldControl name={name} value={values[name]} onChange={onChange} />
    </Field>
  ));
}
