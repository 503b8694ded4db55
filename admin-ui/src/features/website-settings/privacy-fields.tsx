import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import type { SettingsValues } from './settings-values.ts';

function MonthsField() {
  const { t } = useTranslation();
  const { register, getFieldState, formState } = useFormContext<SettingsValues>();
  const message = getFieldState('retention.months', formState).error?.message;
  return (
    <Field label={t('retentionMonths')} error={message && serverText(message)} className="sm:pl-12">
      <div className="flex items-center gap-2">
        <div className="w-20">
          <TextInput
            {...register('retention.months')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="text-right tabular-nums"
          />
        </div>
        <span className="text-muted">{t('retentionUnit')}</span>
      </div>
    </Field>
  );
}

/** How long messages of visitors are kept; without end unless somebody turns it on. */
export function PrivacySection() {
  const { t } = useTranslation();
  const { control, watch } = useFormContext<SettingsValues>();
  return (
    <Section id="privacy" title={t('privacyTitle')} text={t('privacyText')}>
      <Controller
        name="retention.on"
        control={control}
        render={({ field }) => (
          <Switch
            label={t('retention')}
            hint={t('retentionHint')}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {watch('retention.on') && <MonthsField />}
    </Section>
  );
}
