import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { SettingsField } from './settings-field.tsx';
import { mayTurnEnforcement, type SettingsValues } from './settings-values.ts';

/** The analytics id (spec §2 Website settings page). */
export function AnalyticsSection() {
  const { t } = useTranslation();
  return (
    <Section id="analytics" title={t('analytics')} text={t('analyticsText')}>
      <SettingsField
        name="googleAnalyticsId"
        label={t('analyticsId')}
        hint={t('analyticsIdHint')}
        placeholder="G-XXXXXXXXXX"
      />
    </Section>
  );
}

interface SecuritySectionProps {
  /** Whether enforcement is on now. */
  enforced: boolean;
  /** Whether the person has two-factor on their own account. */
  ownTwoFactor: boolean;
}

/** The switch that asks everyone for a second step, with its rule (spec §5 2FA enforcement). */
export function SecuritySection({ enforced, ownTwoFactor }: SecuritySectionProps) {
  const { t } = useTranslation();
  const { control } = useFormContext<SettingsValues>();
  const resting = !mayTurnEnforcement(enforced, ownTwoFactor);
  return (
    <Section id="security" title={t('security')} text={t('securityText')}>
      <Controller
        name="enforce2FA"
        control={control}
        render={({ field }) => (
          <Switch
            label={t('enforce2FA')}
            checked={field.value}
            onChange={field.onChange}
            disabled={resting}
            hint={
              <>
                {t('enforce2FAHint')}
                {resting && (
                  <p className="mt-2 text-ink">
                    {t('enforceNeedsOwn')}{' '}
                    <Link
                      to="/settings"
                      className="font-medium text-moss underline underline-offset-4 hover:text-moss-hover"
                    >
                      {t('enforceNeedsOwnLink')}
                    </Link>
                    .
                  </p>
                )}
              </>
            }
          />
        )}
      />
    </Section>
  );
}
