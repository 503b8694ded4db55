import { zodResolver } from '@hookform/resolvers/zod';
import { nameSlug } from '@veldlicht/contract/name';
import { type Species, type SpeciesInput, speciesInput } from '@veldlicht/contract/species';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

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
  const { errors, isDirty } = form.formState;
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
    <FormDialog
      title={species ? t('correctNamed', { name: bothNames(species) }) : t('addOneSpecies')}
      save={t(isPending ? 'saving' : 'save')}
      pending={isPending}
      unsaved={isDirty}
      discardText={t('discardEntryText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <Field
          label={t('scientificName')}
          required
          hint={
            synonymOf
              ? t('speciesGoesBy', { name: synonymOf.scientificName })
              : t(species ? 'scientificNameStays' : 'scientificNameHint')
          }
          error={errors.scientificName?.message}
        >
          <TextInput
            {...form.register('scientificName')}
            readOnly={species !== null}
            lang="la"
            autoComplete="off"
            spellCheck={false}
            className="italic read-only:bg-ground"
          />
        </Field>
        <Field
          label={t('dutchName')}
          hint={
            species && species.items > 0 ? t('dutchNameShown', { count: species.items }) : undefined
          }
          error={errors.dutchName?.message}
        >
          <TextInput {...form.register('dutchName')} lang="nl" autoComplete="off" />
        </Field>
        <Field label={t('englishName')} error={errors.englishName?.message}>
          <TextInput {...form.register('englishName')} lang="en" autoComplete="off" />
        </Field>
        <Controller
          name="group"
          control={form.control}
          render={({ field }) => (
            <Field label={t('speciesGroup')} required error={errors.group?.message}>
              <Select
                options={speciesGroups.map((value) => ({ value, label: t(`group:${value}`) }))}
                value={field.value ?? ''}
                onChange={field.onChange}
                placeholder={t('chooseGroup')}
              />
            </Field>
          )}
        />
        <Field label={t('family')} hint={t('familyHint')} error={errors.family?.message}>
          <TextInput {...form.register('family')} lang="la" autoComplete="off" spellCheck={false} />
        </Field>
      </div>
    </FormDialog>
  );
}
