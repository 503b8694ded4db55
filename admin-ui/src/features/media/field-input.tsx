/** The input of each field of an item, for its form, the details of a draft and the bulk edit. */
import { objectOf } from '@veldlicht/contract/by-name';
import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import { locationPrivacies } from '@veldlicht/contract/location';
import { mediaStatuses, mediaTypes } from '@veldlicht/contract/media';
import { type ComponentType, memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenChips, ToggleChips } from '#components/ui/chips.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { optionsOf, Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { SpeciesNames, useSpeciesIndex } from '#features/species/species-input.tsx';
import { asSeen } from '#features/species/species-search.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { fromAmsterdam, toAmsterdam } from '#lib/amsterdam-time.ts';
import { categoryText, privacyTexts } from '#lib/field-words.ts';
import { useEntryNames } from './entry-names.ts';
import type { AllValues, FieldName } from './fields.ts';
import { NewTag } from './new-tag.tsx';

interface InputProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** Narrower, for the details of a draft. */
  compact?: boolean;
}

/** Builds the input that the contract describes. */
function textInput(name: (typeof typedFields)[number]) {
  const { control } = itemFields[name];
  return ({ value, onChange }: InputProps<string>) => {
    const shared = {
      value,
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    };
    if (control === 'date') return <TextInput type="date" max="9999-12-31" {...shared} />;
    if (control === 'line') return <TextInput {...shared} />;
    return <TextArea rows={control === 'few lines' ? 2 : 3} {...shared} />;
  };
}

/** Builds the input of a moment in Amsterdam's time. */
function momentInput(bound: 'from' | 'until') {
  return function MomentInput({ value, onChange }: InputProps<string | null>) {
    const shown = value ? toAmsterdam(value) : '';
    // Keeps the typed text until blur, also while it parses to another time.
    const [typed, setTyped] = useState(shown);
    return (
      <TextInput
        type="datetime-local"
        max="9999-12-31T23:59"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(fromAmsterdam(target.value, bound));
        }}
        onBlur={({ target }) => {
          // Clears an incomplete date, which has no value.
          if (target.validity.badInput) target.value = '';
          setTyped(shown);
        }}
      />
    );
  };
}

function choiceInput<Choice extends string>(
  choices: readonly Choice[],
  texts: Readonly<Record<string, PlainTextKey>>,
) {
  return function ChoiceInput(props: InputProps<Choice>) {
    const { t } = useTranslation();
    const options = optionsOf(choices, (value) => t(texts[value] ?? 'choose'));
    return <Select {...props} options={options} />;
  };
}

/** Adds chosen names that were renamed in the meantime. */
const withChosen = (names: readonly string[], chosen: readonly string[]): string[] => [
  ...names,
  ...chosen.filter((name) => name && !names.includes(name)),
];

function CategoryInput(props: InputProps<string>) {
  const { t } = useTranslation();
  const { categories } = useEntryNames();
  const options = optionsOf(withChosen(categories, [props.value]), categoryText);
  return <SearchSelect {...props} options={options} placeholder={t('chooseCategory')} />;
}

/** Toggle buttons for all tags; compact with the chosen ones above as removable chips. */
function TagsInput({ value: chosen, onChange, compact }: InputProps<string[]>) {
  const { t } = useTranslation();
  const { tags } = useEntryNames();
  const options = withChosen(tags, chosen);
  return (
    <>
      {compact && (
        <ChosenChips
          label={t('chosenTags')}
          names={chosen}
          removeLabel={(tag) => t('removeTag', { tag })}
          onChange={onChange}
        />
      )}
      {options.length > 0 && (
        <div className={compact ? '-m-1 max-h-32 overflow-y-auto p-1' : 'contents'}>
          <ToggleChips options={options} chosen={chosen} onChange={onChange} />
        </div>
      )}
      <NewTag
        tags={tags}
        onTag={(tag) => onChange(chosen.includes(tag) ? chosen : [...chosen, tag])}
      />
    </>
  );
}

/** Species by name, without how each was seen. */
function SpeciesInput({ value, onChange }: InputProps<AllValues['species']>) {
  const { index } = useSpeciesIndex();
  const find = (name: string) => {
    const isNamed = (one: { scientificName: string }) => one.scientificName === name;
    const found = index?.list.find(({ species }) => isNamed(species))?.species;
    return value.find(isNamed) ?? (found ? asSeen(found) : []);
  };
  return <SpeciesNames value={value} onChange={(names) => onChange(names.flatMap(find))} />;
}

function FeaturedInput({ value, onChange, disabled = false }: InputProps<boolean>) {
  const { t } = useTranslation();
  return (
    <Switch
      label={t('featured')}
      hint={t('featuredHint')}
      checked={value}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

const inputs: { [Name in FieldName]: ComponentType<InputProps<AllValues[Name]>> } = {
  ...objectOf(typedFields, textInput),
  category: CategoryInput,
  type: choiceInput(mediaTypes, { photo: 'photo', video: 'video' }),
  locationPrivacy: choiceInput(locationPrivacies, privacyTexts),
  tags: TagsInput,
  species: SpeciesInput,
  featured: FeaturedInput,
  status: choiceInput(mediaStatuses, { published: 'published', draft: 'draft' }),
  publishFrom: momentInput('from'),
  publishUntil: momentInput('until'),
};

interface FieldInputProps<Name extends FieldName> extends InputProps<AllValues[Name]> {
  name: Name;
}

export function FieldInput<Name extends FieldName>({ name, ...props }: FieldInputProps<Name>) {
  // Cast: the compiler does not tie the value to the name.
  const Input = inputs[name] as ComponentType<InputProps<AllValues[Name]>>;
  return <Input {...props} />;
}

interface ItemFieldProps<Name extends FieldName> extends Omit<FieldInputProps<Name>, 'onChange'> {
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  onChange: (change: { [Field in Name]: AllValues[Field] }) => void;
}

function LabelledInput<Name extends FieldName>(props: ItemFieldProps<Name>) {
  const { name, onChange, error, hint, required = false, className = '', ...input } = props;
  const { t } = useTranslation();
  const label = t(name as FieldName);
  return (
    <Field label={label} error={error} hint={hint} required={required} className={className}>
      <FieldInput
        name={name}
        {...input}
        // Cast: the compiler takes a computed name for any.
        onChange={(value) => onChange({ [name]: value } as { [Field in Name]: AllValues[Field] })}
      />
    </Field>
  );
}

/** A field with its label, hint and error; drawn again only when one of these changes. */
// Cast: `memo` forgets the name.
export const ItemField = memo(LabelledInput) as unknown as typeof LabelledInput;
