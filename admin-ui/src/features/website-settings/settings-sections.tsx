import { useQuery } from '@tanstack/react-query';
import {
  homeWorks,
  MAX_HOME_SERIES,
  siteDefaults,
  siteTitleOf,
} from '@veldlicht/contract/settings';
import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fieldsFor } from '#components/form-fields.tsx';
import { linkClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { optionsOf } from '#components/ui/select.tsx';
import { seriesCalls } from '#features/stories/story-calls.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { classNames } from '#lib/class-names.ts';
import { MailSection } from './mail-dialog.tsx';
import { type HeroChoice, HeroField, OpeningField, PortraitField } from './picture-fields.tsx';
import { mayTurnEnforcement, type SettingsValues, settingsForm } from './settings-values.ts';

const { TextField, SelectField, SwitchField } = fieldsFor(settingsForm);

const labels = { newest: 'homeNewest', featured: 'homeFeatured', series: 'homeSeries' } as const;

/** Chooses what the home page shows below its categories: the newest items, featured ones, or up to three series. */
function HomeWorkField() {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        name="homeWork"
        hint={t('homeWorkHint')}
        options={optionsOf(homeWorks, (value) => t(labels[value]))}
      />
      {useWatch<SettingsValues, 'homeWork'>({ name: 'homeWork' }) === 'series' && <SeriesChoices />}
    </>
  );
}

/** Three selects of series; a deleted or unpublished one stays chosen but hidden. */
function SeriesChoices() {
  const { t } = useTranslation();
  const { field } = useController<SettingsValues, 'homeSeries'>({ name: 'homeSeries' });
  const { data = [] } = useQuery(seriesCalls.stories.list);
  const chosen = field.value;
  const choose = (place: number, id: string) => {
    const next = Array.from({ length: MAX_HOME_SERIES }, (_, i) => chosen[i] ?? '');
    next[place] = id;
    field.onChange(next.filter(Boolean));
  };
  if (data.length === 0) return <p className="text-muted">{t('noSeriesForHome')}</p>;
  const places = Math.min(MAX_HOME_SERIES, chosen.length + 1, Math.max(data.length, chosen.length));
  return Array.from({ length: places }, (_, place) => (
    <Field key={chosen[place] ?? 'next'} label={t('homeSeriesPlace', { n: String(place + 1) })}>
      <SearchSelect
        options={data
          .filter(({ id }) => id === chosen[place] || !chosen.includes(id))
          .map(({ id, title }) => ({ value: id, label: title }))}
        value={chosen[place] ?? ''}
        onChange={(id) => choose(place, id)}
        none={t('noneChosen')}
      />
    </Field>
  ));
}

/** Placeholder of web addresses. */
const ADDRESS = 'www.';

const addressInput = (type: 'email' | 'url') => ({ type, inputMode: type, spellCheck: false });

interface EnforcementProps {
  enforced: boolean;
  ownTwoFactor: boolean;
}

/** The switch of 2FA enforcement, with its rule (spec §5). */
function Enforcement({ enforced, ownTwoFactor }: EnforcementProps) {
  const { t } = useTranslation();
  const resting = !mayTurnEnforcement(enforced, ownTwoFactor);
  const hint = (
    <>
      {t('enforce2FAHint')}
      {resting && (
        <p className="mt-2 text-ink">
          {t('enforceNeedsOwn')}{' '}
          <Link to="/settings" className={linkClass}>
            {t('enforceNeedsOwnLink')}
          </Link>
          .
        </p>
      )}
    </>
  );
  return <SwitchField name="enforce2FA" label={t('enforce2FA')} hint={hint} disabled={resting} />;
}

/** How long messages of visitors are kept; off: for ever. */
function Retention() {
  const { t } = useTranslation();
  return (
    <>
      <SwitchField name="retention.on" label={t('retention')} hint={t('retentionHint')} />
      {useWatch<SettingsValues, 'retention.on'>({ name: 'retention.on' }) && (
        <TextField
          name="retention.months"
          label={t('retentionMonths')}
          inputMode="numeric"
          maxLength={3}
          className="sm:pl-12"
          inputClass="max-w-20 text-right tabular-nums"
        />
      )}
    </>
  );
}

function SocialLinks() {
  const { t } = useTranslation();
  return ([0, 1, 2] as const).map((i) => (
    <div key={i} className="grid gap-x-5 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <TextField name={`social.${i}.label`} label={t('linkLabel', { n: String(i + 1) })} />
      <TextField
        name={`social.${i}.url`}
        label={t('linkUrl', { n: String(i + 1) })}
        placeholder={ADDRESS}
        {...addressInput('url')}
      />
    </div>
  ));
}

interface SettingsTextProps {
  name: keyof SettingsValues;
  hintKey?: PlainTextKey;
  /** Default: plain text. */
  type?: 'email' | 'url';
  rows?: number;
}

/** A text of the settings; its placeholder is what visitors read without it. */
function SettingsText({ name, hintKey, type, rows }: SettingsTextProps) {
  const { t } = useTranslation();
  const photographer = useFormContext<SettingsValues>().watch('photographer').trim();
  const placeholders: Partial<Record<string, string>> = {
    ...siteDefaults,
    googleAnalyticsId: 'G-XXXXXXXXXX',
    businessUrl: ADDRESS,
    siteTitle: siteTitleOf({ photographer, siteTitle: '' }),
    copyrightHolder: photographer || siteDefaults.photographer,
  };
  return (
    <TextField
      name={name}
      hint={hintKey && t(hintKey)}
      placeholder={placeholders[name]}
      rows={rows}
      {...(type && addressInput(type))}
    />
  );
}

/** The parts of the page with their fields. */
export const settingsParts = [
  {
    id: 'name',
    title: 'partName',
    fields: [
      'photographer',
      'siteTitle',
      'heroTitle',
      'heroSubtitle',
      'homeItems',
      'homeWork',
      'homeSeries',
    ],
  },
  { id: 'about', title: 'aboutText', fields: ['about', 'aboutLong', 'portrait'] },
  { id: 'contact', title: 'partContact', fields: ['contactEmail', 'businessLabel', 'businessUrl'] },
  { id: 'mail', title: 'mailTitle', fields: [] },
  { id: 'social', title: 'socialLinks', fields: ['social'] },
  { id: 'rights', title: 'rights', fields: ['copyrightHolder', 'licence', 'notForTraining'] },
  { id: 'analytics', title: 'analytics', fields: ['countVisits', 'googleAnalyticsId'] },
  { id: 'security', title: 'partSecurity', fields: ['enforce2FA', 'retention'] },
] as const satisfies readonly {
  id: string;
  title: PlainTextKey;
  fields: readonly (keyof SettingsValues)[];
}[];
export type SettingsPart = (typeof settingsParts)[number]['id'];

export function PartLinks({ current }: { current: SettingsPart }) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('settingsParts')}
      className="mb-6 grid grid-cols-2 gap-1.5 sm:grid-cols-4 lg:flex lg:flex-wrap"
    >
      {settingsParts.map(({ id, title }) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          aria-current={id === current ? 'true' : undefined}
          className={classNames(
            'flex min-h-9 items-center rounded-md border px-2 font-medium transition-colors duration-150 max-lg:min-h-12 max-lg:justify-center max-lg:text-center max-lg:text-small max-lg:leading-4 lg:px-3',
            id === current
              ? 'border-moss bg-moss-wash text-ink'
              : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
          )}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

/** All settings (spec §2). Hidden parts stay mounted, to keep what was typed. */
export function SettingsSections({
  part,
  hero,
  ...enforcement
}: EnforcementProps & { part: SettingsPart; hero: HeroChoice }) {
  const { t } = useTranslation();
  const shown: Record<SettingsPart, ReactNode> = {
    name: (
      <>
        <Section title={t('siteIdentity')} text={`${t('siteIdentityText')} ${t('emptyIsDefault')}`}>
          <SettingsText name="photographer" hintKey="photographerHint" />
          <SettingsText name="siteTitle" hintKey="siteTitleHint" />
        </Section>
        <Section title={t('homePage')} text={t('homePageText')}>
          <SettingsText name="heroTitle" />
          <SettingsText name="heroSubtitle" />
          <HeroField {...hero} />
          <OpeningField />
          <HomeWorkField />
        </Section>
      </>
    ),
    about: (
      <>
        <Section title={t('aboutShort')} text={t('aboutShortText')}>
          <SettingsText name="about" hintKey="aboutTextHint" rows={6} />
        </Section>
        <Section title={t('aboutPage')} text={t('aboutPageText')}>
          <SettingsText name="aboutLong" hintKey="aboutLongHint" rows={14} />
          <PortraitField />
        </Section>
      </>
    ),
    contact: (
      <Section title={t('contactAndBusiness')} text={t('contactAndBusinessText')}>
        <SettingsText name="contactEmail" hintKey="contactEmailHint" type="email" />
        <div className="grid gap-5 sm:grid-cols-2">
          <SettingsText name="businessLabel" />
          <SettingsText name="businessUrl" hintKey="businessUrlHint" type="url" />
        </div>
      </Section>
    ),
    mail: <MailSection />,
    social: (
      <Section title={t('socialLinks')} text={t('socialLinksText')}>
        <SocialLinks />
      </Section>
    ),
    rights: (
      <Section title={t('rights')} text={t('rightsText')}>
        <SettingsText name="copyrightHolder" hintKey="copyrightHolderHint" />
        <SettingsText name="licence" hintKey="licenceHint" rows={4} />
        <SwitchField
          name="notForTraining"
          label={t('notForTraining')}
          hint={t('notForTrainingHint')}
        />
      </Section>
    ),
    analytics: (
      <Section title={t('analytics')} text={t('analyticsText')}>
        <SwitchField name="countVisits" label={t('countVisits')} hint={t('countVisitsHint')} />
        <SettingsText name="googleAnalyticsId" hintKey="analyticsIdHint" />
      </Section>
    ),
    security: (
      <>
        <Section title={t('security')} text={t('securityText')}>
          <Enforcement {...enforcement} />
        </Section>
        <Section title={t('privacyTitle')} text={t('privacyText')}>
          <Retention />
        </Section>
      </>
    ),
  };
  return settingsParts.map(({ id }) => (
    <div key={id} hidden={id !== part}>
      {shown[id]}
    </div>
  ));
}
