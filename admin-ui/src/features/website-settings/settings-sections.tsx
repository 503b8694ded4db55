import type { ReactNode } from 'react';
import { Controller, type FieldPath, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Field } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { mayTurnEnforcement, type SettingsValues, siteDefaults } from './settings-values.ts';

interface SettingsFieldProps {
  name: FieldPath<SettingsValues>;
  label: string;
  hint?: ReactNode;
  /** What visitors read while the field is empty. */
  placeholder?: string;
  type?: 'text' | 'email' | 'url';
  /** Lines of a longer text. */
  rows?: number;
  className?: string;
}

/** One text of the settings with its label, hint and error. */
function SettingsField(props: SettingsFieldProps) {
  const { name, label, hint, placeholder, type = 'text', rows, className } = props;
  const { register, getFieldState, formState } = useFormContext<SettingsValues>();
  const message = getFieldState(name, formState).error?.message;
  // A field that is refused without words of its own still says that something is wrong.
  const error = message === '' ? 'refused' : message;
  const shared = { ...register(name), placeholder, autoComplete: 'off' };
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {rows ? (
        <TextArea rows={rows} {...shared} />
      ) : (
        <TextInput type={type} inputMode={type} spellCheck={type === 'text'} {...shared} />
      )}
    </Field>
  );
}

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

function MonthsField() {
  const { t } = useTranslation();
  const { register, getFieldState, formState } = useFormContext<SettingsValues>();
  const message = getFieldState('retention.months', formState).error?.message;
  return (
    <Field label={t('retentionMonths')} error={message} className="sm:pl-12">
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

function IdentitySection() {
  const { t } = useTranslation();
  return (
    <Section title={t('siteIdentity')} text={`${t('siteIdentityText')} ${t('emptyIsDefault')}`}>
      <SettingsField
        name="profile.photographer"
        label={t('photographer')}
        hint={t('photographerHint')}
        placeholder={siteDefaults.photographer}
      />
      <SettingsField
        name="profile.siteTitle"
        label={t('siteTitle')}
        hint={t('siteTitleHint')}
        placeholder={siteDefaults.siteTitle}
      />
    </Section>
  );
}

function HomeSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('homePage')} text={t('homePageText')}>
      <SettingsField
        name="profile.heroTitle"
        label={t('heroTitle')}
        placeholder={siteDefaults.heroTitle}
      />
      <SettingsField
        name="profile.heroSubtitle"
        label={t('heroSubtitle')}
        placeholder={siteDefaults.heroSubtitle}
      />
      <SettingsField
        name="profile.about"
        label={t('aboutText')}
        hint={t('aboutTextHint')}
        placeholder={siteDefaults.about}
        rows={6}
      />
    </Section>
  );
}

function ContactSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('contactAndBusiness')} text={t('contactAndBusinessText')}>
      <SettingsField
        name="profile.contactEmail"
        label={t('contactEmail')}
        hint={t('contactEmailHint')}
        type="email"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SettingsField
          name="profile.businessLabel"
          label={t('businessLabel')}
          placeholder={siteDefaults.businessLabel}
        />
        <SettingsField
          name="profile.businessUrl"
          label={t('businessUrl')}
          hint={t('businessUrlHint')}
          placeholder="https://"
          type="url"
        />
      </div>
    </Section>
  );
}

function SocialSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('socialLinks')} text={t('socialLinksText')}>
      {([0, 1, 2] as const).map((i) => (
        <div key={i} className="grid gap-x-5 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <SettingsField
            name={`profile.social.${i}.label`}
            label={t('linkLabel', { n: String(i + 1) })}
          />
          <SettingsField
            name={`profile.social.${i}.url`}
            label={t('linkUrl', { n: String(i + 1) })}
            placeholder="https://"
            type="url"
          />
        </div>
      ))}
    </Section>
  );
}

function RightsSection() {
  const { t } = useTranslation();
  const photographer = useFormContext<SettingsValues>().watch('profile.photographer').trim();
  return (
    <Section title={t('rights')} text={t('rightsText')}>
      <SettingsField
        name="profile.copyrightHolder"
        label={t('copyrightHolder')}
        hint={t('copyrightHolderHint')}
        placeholder={photographer || siteDefaults.photographer}
      />
      <SettingsField name="profile.licence" label={t('licence')} hint={t('licenceHint')} rows={4} />
    </Section>
  );
}

/** The site profile, so that the owner needs no developer (product decisions §2). */
export function ProfileSections() {
  return (
    <>
      <IdentitySection />
      <HomeSection />
      <ContactSection />
      <SocialSection />
      <RightsSection />
    </>
  );
}
