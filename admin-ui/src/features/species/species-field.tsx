/** Species of an item: sightings, proposals from its texts, and what the guard hides. */
import { type GuardReason, levelOf } from '@veldlicht/contract/guard';
import { type ItemSpecies, lifeStages, type Species, sightings } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { ShieldCheck, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useGuardReasons } from './guard-query.ts';
import { useKnownWords } from './known-words.ts';
import { SpeciesInput } from './species-input.tsx';
import { SpeciesProposals } from './species-proposals.tsx';
import { asSeen, namedSpecies } from './species-search.ts';

interface SpeciesFieldProps {
  value: readonly ItemSpecies[];
  onChange: (value: ItemSpecies[]) => void;
  /** Date of the form, or ''. */
  date: string;
  title: string;
  keywords: readonly string[];
  disabled?: boolean;
  /** The server's reasons, for those that depend on other items. */
  stored: readonly GuardReason[];
  error?: string | undefined;
}

export function SpeciesField(props: SpeciesFieldProps) {
  const { value, onChange, title, keywords, error, disabled = false } = props;
  const { t } = useTranslation();
  const words = useKnownWords();
  const names = value.map(({ scientificName }) => scientificName);
  const add = (one: Species) => onChange([...value, asSeen(one)]);
  const named = namedSpecies(words, { keywords, title }, value);
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <Field label={t('species')} hint={t('speciesHint')} error={error}>
        {value.length > 0 && (
          <ul aria-label={t('species')} className="flex flex-col gap-2">
            {value.map((one) => (
              <SightingRow
                key={one.scientificName}
                value={one}
                onChange={(change) =>
                  onChange(value.map((other) => (other === one ? { ...one, ...change } : other)))
                }
                onRemove={() => onChange(value.filter((other) => other !== one))}
              />
            ))}
          </ul>
        )}
        <SpeciesInput onChoose={add} without={names} />
      </Field>
      <SpeciesProposals named={named} disabled={disabled} onTake={add} />
      <GuardNote {...props} />
    </fieldset>
  );
}

interface SightingRowProps {
  value: ItemSpecies;
  onChange: (change: Partial<ItemSpecies>) => void;
  onRemove: () => void;
}

function SightingRow({ value, onChange, onRemove }: SightingRowProps) {
  const { t } = useTranslation();
  const name = speciesLabel(value);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-hairline px-3 py-2">
      <span className="min-w-32 flex-1 wrap-anywhere">
        {value.dutchName && <span className="font-medium">{value.dutchName} </span>}
        <i lang="la" className="text-muted">
          {value.scientificName}
        </i>
      </span>
      <Select
        aria-label={t('sightingOf', { name })}
        className="flex w-44"
        options={sightings.map((kind) => ({ value: kind, label: t(`sighting:${kind}`) }))}
        value={value.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        aria-label={t('stageOf', { name })}
        className="flex w-36"
        options={(['-', ...lifeStages] as const).map((stage) => ({
          value: stage,
          label: t(`stage:${stage === '-' ? 'any' : stage}`),
        }))}
        value={value.lifeStage ?? '-'}
        onChange={(stage) => onChange({ lifeStage: stage === '-' ? null : stage })}
      />
      <Checkbox
        className="py-2 text-small"
        aria-label={t('nestOf', { name })}
        checked={value.nest}
        onChange={({ target }) => onChange({ nest: target.checked })}
      >
        {t('nestInSight')}
      </Checkbox>
      <IconButton icon={X} label={t('removeOneSpecies', { name })} onClick={onRemove} />
    </li>
  );
}

const guardTexts = {
  block: 'guardBlock',
  region: 'guardRegion',
  hidden: 'guardHidden',
} as const;

/** What the guard leaves of place and date, with the reasons. */
function GuardNote({ value, date, stored }: SpeciesFieldProps) {
  const { t } = useTranslation();
  const reasons = useGuardReasons({ date, species: value }, stored);
  const level = levelOf(reasons);
  if (!level) return null;
  const shownAs = (scientificName: string) =>
    value.find((one) => one.scientificName === scientificName);
  const whyText = (reason: GuardReason) => {
    if (!('scientificName' in reason)) return t(`why:${reason.why}`);
    const shown = shownAs(reason.scientificName);
    const name = shown ? speciesLabel(shown) : reason.scientificName;
    const isNest = reason.why === 'looks' && shown !== undefined;
    return t(isNest ? 'why:looksNest' : `why:${reason.why}`, { name });
  };
  return (
    <div
      aria-live="polite"
      className="flex items-start gap-2 rounded-md bg-moss-wash px-3 py-2 text-small"
    >
      <ShieldCheck className="mt-0.5 size-4 shrink-0 text-moss" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-medium">{t(guardTexts[level])}</strong>{' '}
        {reasons.map(whyText).join(' ')}
      </p>
    </div>
  );
}
