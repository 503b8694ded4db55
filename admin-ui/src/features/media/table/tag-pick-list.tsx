import { sameName } from '@veldlicht/contract/name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '#components/ui/select.tsx';
import { useMakeTag } from '../new-tag.tsx';
import { type OpenList, PickList } from './cells.tsx';

/** The value of the choice that makes a tag: no name has a line break. */
const MAKE = '\n';

interface TagPickListProps extends OpenList {
  tags: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Tags to choose several of, open beside their cell; the last choice makes the one that is typed. */
export function TagPickList({ tags, chosen, onChange, ...open }: TagPickListProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(open.typed);
  const { mutate: make } = useMakeTag(tags, (tag) => onChange([...new Set([...chosen, tag])]));
  const word = typed.trim();
  const isNew = word !== '' && !tags.some((tag) => sameName(tag, word));
  const options = optionsOf([...new Set([...tags, ...chosen])]);
  return (
    <PickList
      {...open}
      options={isNew ? [...options, { value: MAKE, label: t('makeTag', { word }) }] : options}
      chosen={chosen}
      multiple
      onType={setTyped}
      onChange={(next) => (next.includes(MAKE) ? make(word) : onChange(next))}
    />
  );
}
