/** Between the stored settings, the form, and what is sent. */
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

/** The settings with the fields of the profile among the others. */
export type FlatSettings = Omit<Settings, 'profile'> & SiteProfile;
export type FlatPatch = Partial<FlatSettings>;

export function flatSettings({ profile, ...rest }: Settings): FlatSettings {
  const { contactRetentionMonths = null, countVisits = true } = rest;
  return { ...rest, contactRetentionMonths, countVisits, ...profile };
}

/** A patch as the API takes it (spec §7: PATCH is partial). */
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
export const settingsForm = siteProfile.extend({
  contactEmail: optional(email, reason('email_invalid')),
  googleAnalyticsId: optional(googleAnalyticsId, reason('analytics_shape')),
  enforce2FA: z.boolean(),
  countVisits: z.boolean(),
  retention,
});
export type SettingsValues = z.infer<typeof settingsForm>;

/** Offered when somebody turns the switch on. */
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
 * Only what differs from the stored settings, so that what another admin changed meanwhile stays. An
 * empty analytics id becomes null (spec §5). The three links go together, as they are one list.
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
    // What is no number differs from all that may be stored; the form refuses it.
    contactRetentionMonths: retention.on ? Number(retention.months) || -1 : null,
  });
}

/**
 * What the form holds once the server has told of `fresh`: what the person changed since `base`
 * and is still to be saved stays; everything else is as it is stored now.
 */
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

/**
 * Whether the switch may be turned: off always, on only by who has two-factor on their own account
 * (spec §5 2FA enforcement).
 */
export function mayTurnEnforcement(stored: boolean, ownTwoFactor: boolean): boolean {
  return stored || ownTwoFactor;
}
