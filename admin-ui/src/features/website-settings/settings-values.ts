/** Converts settings to the values of the form, and those to a patch (pure). */
import { reason } from '@veldlicht/contract/reason';
import {
  emptyProfile,
  googleAnalyticsId,
  type Settings,
  type SettingsPatch,
  type SiteProfile,
  settingsPatch,
  siteProfile,
  webAddress,
} from '@veldlicht/contract/settings';
import { email } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';
import { changedOf } from '#lib/save-merged.ts';

/** Settings with the fields of the profile at the top level. */
export type FlatSettings = Omit<Settings, 'profile'> & SiteProfile;
export type FlatPatch = Partial<FlatSettings>;

export function flatSettings({ profile, ...rest }: Settings): FlatSettings {
  const { contactRetentionMonths = null, countVisits = true } = rest;
  return { ...rest, contactRetentionMonths, countVisits, ...profile };
}

/** Moves fields of the profile back into `profile`, as the API takes them. */
export function nestedPatch(patch: FlatPatch): SettingsPatch {
  const isProfile = ([name]: [string, unknown]) => name in emptyProfile;
  const entries = Object.entries(patch);
  const profile = entries.filter(isProfile);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isProfile(entry))),
    ...(profile.length > 0 && { profile: Object.fromEntries(profile) }),
  };
}

const optional = (schema: z.ZodString | z.ZodEmail, message: string) =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || schema.safeParse(value).success, message);

/** How long messages are kept; the number is required while the switch is on. */
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

/** Schema of the form; texts are trimmed and may be empty. */
export const settingsForm = siteProfile.extend({
  contactEmail: optional(email, reason('email_invalid')),
  googleAnalyticsId: optional(googleAnalyticsId, reason('analytics_shape')),
  enforce2FA: z.boolean(),
  countVisits: z.boolean(),
  retention,
});
export type SettingsValues = z.infer<typeof settingsForm>;

/** Offered when the switch is turned on. */
const USUAL_MONTHS = 12;

export function settingsValues(stored: FlatSettings): SettingsValues {
  const { contactRetentionMonths: months, etag: _etag, ...rest } = stored;
  return {
    ...rest,
    countVisits: stored.countVisits ?? true,
    googleAnalyticsId: stored.googleAnalyticsId ?? '',
    retention: { on: typeof months === 'number', months: String(months ?? USUAL_MONTHS) },
  };
}

function trimmed<T>(value: T): T {
  // Casts: a text stays a text, a list a list and an object an object of the same shape.
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map(trimmed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, trimmed(part)])) as T;
}

/**
 * Returns only what differs from the stored settings, so that changes of another admin stay. An empty analytics id
 * becomes null (spec §5). The three links are one list.
 */
export function changedSettings(stored: FlatSettings, values: SettingsValues): FlatPatch {
  const { retention, googleAnalyticsId, businessUrl, social, ...rest } = trimmed(values);
  const [first, second, third] = social;
  const link = (one: typeof first) => ({ ...one, url: webAddress(one.url) });
  return changedOf(stored, {
    ...rest,
    businessUrl: webAddress(businessUrl),
    social: [link(first), link(second), link(third)] as const,
    googleAnalyticsId: googleAnalyticsId || null,
    // NaN differs from every stored number; the form refuses it.
    contactRetentionMonths: retention.on ? Number(retention.months) || -1 : null,
  });
}

/** Merges `fresh` settings into the form: unsaved changes since `base` stay. */
export function rebasedValues(
  base: FlatSettings,
  values: SettingsValues,
  fresh: FlatSettings,
): SettingsValues {
  const unsaved = changedSettings(fresh, values);
  const kept = Object.keys(changedSettings(base, values))
    .filter((name) => name in unsaved)
    .map((name) => (name === 'contactRetentionMonths' ? 'retention' : name));
  const typed = Object.entries(values).filter(([name]) => kept.includes(name));
  return { ...settingsValues(fresh), ...Object.fromEntries(typed) };
}

/** Whether the switch may be turned: off always, on only with two-factor on the own account (spec §5). */
export function mayTurnEnforcement(stored: boolean, ownTwoFactor: boolean): boolean {
  return stored || ownTwoFactor;
}
