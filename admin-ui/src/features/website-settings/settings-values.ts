/** Between the stored settings, the form, and what is sent. */
import { reason } from '@veldlicht/contract/reason';
import {
  googleAnalyticsId,
  type Settings,
  type SettingsPatch,
  type SiteProfile,
  settingsPatch,
  siteProfile,
} from '@veldlicht/contract/settings';
import { email } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';

const optional = (schema: z.ZodString | z.ZodEmail, message: string) =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || schema.safeParse(value).success, message);

/** How long messages are kept, as the form holds it: the number is asked for when the switch is on. */
const retention = z
  .object({ on: z.boolean(), months: z.string() })
  .refine(({ on, months }) => !on || isMonths(months), {
    path: ['months'],
    error: 'retentionShape' satisfies TextKey,
  });

function isMonths(text: string): boolean {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : null;
  return number !== null && settingsPatch.safeParse({ contactRetentionMonths: number }).success;
}

/** What the form checks; texts lose the spaces around them, and empty is always allowed. */
export const settingsForm = z.object({
  googleAnalyticsId: optional(googleAnalyticsId, reason('analytics_shape')),
  enforce2FA: z.boolean(),
  retention,
  profile: siteProfile.extend({ contactEmail: optional(email, reason('email_invalid')) }),
});
export type SettingsValues = z.infer<typeof settingsForm>;

/** Offered when somebody turns the switch on. */
const USUAL_MONTHS = 12;

/** What the form starts with. */
export function settingsValues(stored: Settings): SettingsValues {
  const { googleAnalyticsId, enforce2FA, contactRetentionMonths: months, profile } = stored;
  return {
    googleAnalyticsId: googleAnalyticsId ?? '',
    enforce2FA,
    retention: { on: typeof months === 'number', months: String(months ?? USUAL_MONTHS) },
    profile,
  };
}

function trimmed<T>(value: T): T {
  // Casts: a text stays a text, a list a list and an object an object of the same shape.
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map(trimmed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, trimmed(part)])) as T;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Only what differs from the stored settings (spec §7: PATCH is partial), so that what another
 * admin changed meanwhile stays. An empty analytics id becomes null (spec §5). The three links go
 * together, as they are one list.
 */
export function changedSettings(stored: Settings, values: SettingsValues): SettingsPatch {
  const patch: SettingsPatch = {};
  const analytics = values.googleAnalyticsId.trim() || null;
  if (analytics !== stored.googleAnalyticsId) patch.googleAnalyticsId = analytics;
  if (values.enforce2FA !== stored.enforce2FA) patch.enforce2FA = values.enforce2FA;
  const months = values.retention.on ? Number(values.retention.months) : null;
  if (months !== (stored.contactRetentionMonths ?? null)) patch.contactRetentionMonths = months;
  const profile = Object.entries(trimmed(values.profile)).filter(
    // Cast: the form has the fields of the profile.
    ([name, value]) => !same(value, stored.profile[name as keyof Settings['profile']]),
  );
  if (profile.length > 0) patch.profile = Object.fromEntries(profile);
  return patch;
}

/** The settings as a patch leaves them, unless somebody else changes them too. */
export function patchedSettings(stored: Settings, patch: SettingsPatch): Settings {
  return { ...stored, ...patch, profile: { ...stored.profile, ...patch.profile } };
}

/**
 * What the form holds once the server has told of `fresh`: what the person changed since `base`
 * and is still to be saved stays; everything else is as it is stored now.
 */
export function rebasedValues(
  base: Settings,
  values: SettingsValues,
  fresh: Settings,
): SettingsValues {
  const typed = changedSettings(base, values);
  const unsaved = changedSettings(fresh, values);
  const next = settingsValues(fresh);
  const keeps = (name: keyof SettingsPatch) => name in typed && name in unsaved;
  if (keeps('googleAnalyticsId')) next.googleAnalyticsId = values.googleAnalyticsId;
  if (keeps('enforce2FA')) next.enforce2FA = values.enforce2FA;
  if (keeps('contactRetentionMonths')) next.retention = values.retention;
  const kept = Object.entries(values.profile).filter(
    ([name]) => name in (typed.profile ?? {}) && name in (unsaved.profile ?? {}),
  );
  return { ...next, profile: { ...next.profile, ...Object.fromEntries(kept) } };
}

/** Whether there is anything to save. */
export function isEmptyPatch(patch: SettingsPatch): boolean {
  return Object.keys(patch).length === 0;
}

/**
 * Whether the switch may be turned: off always, on only by who has two-factor on their own account
 * (spec §5 2FA enforcement).
 */
export function mayTurnEnforcement(stored: boolean, ownTwoFactor: boolean): boolean {
  return stored || ownTwoFactor;
}

/**
 * What visitors read where the owner left a field empty, shown as placeholders; Dutch in both
 * languages, as the site is. The site fills them in itself: content-build, snapshot/site-facts.ts.
 */
export const siteDefaults = {
  photographer: 'Veldlicht',
  siteTitle: 'Veldlicht · natuurfotografie',
  heroTitle: 'Licht over het veld',
  heroSubtitle: 'Natuurfotografie uit het Nederlandse landschap: stil, geduldig en dichtbij.',
  about:
    'Vroeg op, lang stilzitten en wachten tot het licht klopt. De foto’s op deze site zijn gemaakt met respect voor dier en plek: zonder verstoring, en zonder kwetsbare plaatsen prijs te geven.',
  businessLabel: 'Inspectiebureau',
} as const satisfies Partial<SiteProfile>;
