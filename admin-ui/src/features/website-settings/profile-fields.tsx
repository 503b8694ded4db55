import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Section } from '#components/ui/section.tsx';
import { SettingsField } from './settings-field.tsx';
import type { SettingsValues } from './settings-values.ts';
import { siteDefaults } from './site-defaults.ts';

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
