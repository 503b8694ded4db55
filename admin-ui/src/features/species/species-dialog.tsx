import { zodResolver } from '@hookform/resolvers/zod';
import { nameSlug } from '@veldlicht/contract/name';
import { type Species, type SpeciesInput, speciesInput } from '@veldlicht/contract/species';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FieldsDialog, SelectField, TextField } from '#components/form-fields.tsx';
import { showRefusals } from '#lib/forms.ts';
import { useSaveSpecies } from './species-queries.ts';
import { bothNames } from './species-search.ts';

/** A file may say nothing of a group; somebody who adds one knows it. */
const ownSpecies = speciesInput.extend({ group: speciesInput.shape.group.unwrap() });
type SpeciesValues = z.input<typeof ownSpecies>;

interface SpeciesDialogProps {
  /** The one to correct; null adds one. */
  species: Species | null;
  all: readonly Species[];
  onClose: () => void;
}

/** Adds a species or corrects one; its scientific name is what it is known by, and stays. */
export function SpeciesDialog({ species, all, onClose }: SpeciesDialogProps) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveSpecies(species === null);
  const form = useForm<SpeciesValues, unknown, SpeciesInput>({
    defaultValues: {
      scientificName: species?.scientificName ?? '',
      dutchName: species?.dutchName ?? '',
      englishName: species?.englishName ?? '',
      family: species?.family ?? '',
      ...(species && { group: species.group }),
    },
    resolver: zodResolver(ownSpecies),
  });
  const submit = form.handleSubmit((payload) => {
    const slug = nameSlug(payload.scientificName);
    const there = all.find((one) => nameSlug(one.scientificName) === slug);
    if (!species && there) {
      const message = t('speciesThere', { name: bothNames(there) });
      form.setError('scientificName', { message }, { shouldFocus: true });
      return;
    }
    save(payload, {
      onSuccess: onClose,
      onError: (error) => showRefusals(form, error),
    });
  });
  const typed = form.watch('scientificName').trim();
  const synonymOf = species ? undefined : all.find(({ synonyms }) => synonyms.includes(typed));
  return (
    <FieldsDialog
      title={species ? t('correctNamed', { name: bothNames(species) }) : t('addOneSpecies')}
      pending={isPending}
      fields={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextField
          name="scientificName"
          label={t('scientificName')}
          required
          hint={
            synonymOf
              ? t('speciesGoesBy', { name: synonymOf.scientificName })
              : t(species ? 'scientificNameStays' : 'scientificNameHint')
          }
          readOnly={species !== null}
          lang="la"
          spellCheck={false}
          inputClass="italic read-only:bg-ground"
        />
        <TextField
          name="dutchName"
          label={t('dutchName')}
          hint={species && species.items > 0 && t('dutchNameShown', { count: species.items })}
          lang="nl"
        />
        <TextField name="englishName" label={t('englishName')} lang="en" />
        <SelectField
          name="group"
          label={t('speciesGroup')}
          required
          options={speciesGroups.map((value) => ({ value, label: t(`group:${value}`) }))}
          placeholder={t('chooseGroup')}
        />
        <TextField
          name="family"
          label={t('family')}
          hint={t('familyHint')}
          lang="la"
          spellCheck={false}
        />
      </div>
    </FieldsDialog>
  );
}
