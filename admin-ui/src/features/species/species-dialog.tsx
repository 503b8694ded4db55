import { useQuery } from '@tanstack/react-query';
import { nameSlug } from '@veldlicht/contract/name';
import { type Species, speciesInput } from '@veldlicht/contract/species';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { PictureField } from '#features/media/picture-field.tsx';
import { adminMediaQuery } from '#lib/queries.ts';
import { useSaveSpecies } from './species-queries.ts';
import { bothNames } from './species-search.ts';

/** Only imported files may lack a group. */
const ownSpecies = speciesInput.extend({ group: speciesInput.shape.group.unwrap() });
const { TextField, SelectField } = fieldsFor(ownSpecies);

/** Main photo of a species' page, from the items that show it. */
function SpeciesPicture({ scientificName }: Pick<Species, 'scientificName'>) {
  const { t } = useTranslation();
  const { field } = useController<z.input<typeof ownSpecies>, 'picture'>({ name: 'picture' });
  const items = useQuery(adminMediaQuery).data ?? [];
  return (
    <PictureField
      label={t('picture')}
      hint={t('pictureHint')}
      items={items.filter(({ species }) =>
        species.some((one) => one.scientificName === scientificName),
      )}
      value={field.value ?? ''}
      onChange={field.onChange}
    />
  );
}

interface SpeciesDialogProps {
  /** Null adds one. */
  species: Species | null;
  all: readonly Species[];
  onClose: () => void;
}

/** Adds or edits a species; the scientific name identifies it and can't be edited. */
export function SpeciesDialog({ species, all, onClose }: SpeciesDialogProps) {
  const { t } = useTranslation();
  const namesake = (name: string) =>
    species ? undefined : all.find((one) => nameSlug(one.scientificName) === nameSlug(name));
  const form = useFields({
    schema: ownSpecies.superRefine(({ scientificName }, context) => {
      const there = namesake(scientificName);
      if (!there) return;
      const message = t('speciesThere', { name: bothNames(there) });
      context.addIssue({ code: 'custom', path: ['scientificName'], message });
    }),
    start: {
      scientificName: species?.scientificName ?? '',
      dutchName: species?.dutchName ?? '',
      englishName: species?.englishName ?? '',
      family: species?.family ?? '',
      words: species?.words ?? '',
      picture: species?.picture ?? '',
      ...(species && { group: species.group }),
    },
    save: useSaveSpecies(species === null),
    onSaved: onClose,
  });
  const typed = form.watch('scientificName').trim();
  const synonymOf = species ? undefined : all.find(({ synonyms }) => synonyms.includes(typed));
  return (
    <FieldsDialog
      of={form}
      title={species ? t('editNamed', { name: bothNames(species) }) : t('addOneSpecies')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextField
          name="scientificName"
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
          hint={species && species.items > 0 && t('dutchNameShown', { count: species.items })}
          lang="nl"
        />
        <TextField name="englishName" lang="en" />
        <SelectField
          name="group"
          label={t('speciesGroup')}
          required
          options={speciesGroups.map((value) => ({ value, label: t(`group:${value}`) }))}
          placeholder={t('chooseGroup')}
        />
        <TextField name="family" hint={t('familyHint')} lang="la" spellCheck={false} />
        <TextField name="words" rows={5} lang="nl" hint={t('wordsHint')} />
        {species && species.items > 0 && <SpeciesPicture scientificName={species.scientificName} />}
      </div>
    </FieldsDialog>
  );
}
