import { z } from 'zod';
import { ONE_LINE, toOneLine, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';
import { email } from './user.ts';

/** Invisible text counts as empty, so that the default applies. */
const typed = z
  .string()
  .trim()
  .overwrite((text) => (VISIBLE.test(text) ? text : ''));
const line = typed.overwrite(toOneLine).max(...upTo(200));
const text = typed.max(...upTo(5000));
const longText = typed.max(...upTo(20_000));
/** A host with a dot in it, as people write it without its scheme: no spaces, no `@`, no `scheme:`. */
const BARE_ADDRESS = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Adds https:// to a typed address without a scheme. */
export function webAddress(typed: string): string {
  const address = typed.trim();
  return BARE_ADDRESS.test(address) ? `https://${address}` : address;
}

/** An https or http address, or empty for none. */
const link = z
  .string()
  .overwrite(webAddress)
  .max(...upTo(500))
  .refine((value) => value === '' || (/^https?:\/\/\S+$/i.test(value) && ONE_LINE.test(value)), {
    error: reason('link_shape'),
  });

/** Items or series below the categories of the home page. */
export const homeWorks = ['newest', 'featured', 'series'] as const;
/** Most series on the home page. */
export const MAX_HOME_SERIES = 3;
/** Number of items that open the home page, unless none is chosen. */
const MIN_HOME_ITEMS = 8;
export const MAX_HOME_ITEMS = 12;

/** A social link in the footer; hidden without an address. */
const socialLink = z.strictObject({ label: line, url: link });

/** Texts and choices of the owner; an empty text falls back to a Dutch default. */
export const siteProfile = z.object({
  photographer: line,
  siteTitle: line,
  heroTitle: line,
  heroSubtitle: line,
  about: text.describe('Paragraphs, separated by empty lines'),
  aboutLong: longText.describe('Markdown of the page /over, which exists only with it'),
  portrait: z.string().max(40).describe('Id of the photo on that page; empty for none'),
  homeWork: z.enum(homeWorks).describe('On the home page; newest while there is none of it'),
  homeSeries: z
    .array(z.string().max(40))
    .max(MAX_HOME_SERIES)
    .describe('Ids of series, in the order shown'),
  homeItems: z
    .array(z.string().max(40))
    .max(MAX_HOME_ITEMS)
    .refine(({ length }) => length === 0 || length >= MIN_HOME_ITEMS, reason('home_items_few'))
    .describe('Ids of the items that open the home page, in the order shown; empty: no opening'),
  contactEmail: z.union([z.literal(''), email], reason('email_invalid')),
  businessLabel: line,
  businessUrl: link,
  social: z.tuple([socialLink, socialLink, socialLink]),
  copyrightHolder: line,
  licence: text,
  notForTraining: z.boolean().describe('Photos are not for text and data mining (TDMRep)'),
});
export type SiteProfile = z.infer<typeof siteProfile>;

/** Texts that wait for an answer (leaks.ts) while the site shows guarded items. */
export const askedTexts = ['heroTitle', 'heroSubtitle', 'about', 'aboutLong'] as const;

export const emptyProfile: SiteProfile = {
  photographer: '',
  siteTitle: '',
  heroTitle: '',
  heroSubtitle: '',
  about: '',
  aboutLong: '',
  portrait: '',
  homeWork: 'newest',
  homeSeries: [],
  homeItems: [],
  contactEmail: '',
  businessLabel: '',
  businessUrl: '',
  social: [
    { label: 'Instagram', url: '' },
    { label: 'Facebook', url: '' },
    { label: 'LinkedIn', url: '' },
  ],
  copyrightHolder: '',
  licence: '',
  notForTraining: true,
};

/**
 * Texts of empty fields, in Dutch as the site is. The panel shows them as placeholders.
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

/** Title of the site, else one made from the photographer's name, within the limit of the field. */
export function siteTitleOf({
  photographer,
  siteTitle,
}: Partial<Pick<SiteProfile, 'photographer' | 'siteTitle'>>): string {
  if (siteTitle || !photographer) return siteTitle || siteDefaults.siteTitle;
  const title = `${photographer} · natuurfotografie`;
  return line.safeParse(title).success ? title : photographer;
}

/** A GA4 or Universal Analytics id, and nothing that could carry markup (threat T23). */
export const googleAnalyticsId = z
  .string()
  .regex(/^(?:G-[A-Z0-9]{4,20}|UA-\d{4,10}-\d{1,4})$/, reason('analytics_shape'));

/** GET /api/settings for anyone: the analytics id and the public profile. */
export const publicSettings = z.object({
  googleAnalyticsId: z.string().nullable(),
  // These ids may be of drafts.
  profile: siteProfile.omit({ portrait: true, homeSeries: true, homeItems: true }),
});
export type PublicSettings = z.infer<typeof publicSettings>;

/** GET /api/settings for signed-in people. */
export const settings = publicSettings.extend({
  profile: siteProfile,
  etag: z.string().describe('For If-Match'),
  enforce2FA: z.boolean(),
  contactRetentionMonths: z
    .int()
    .nullable()
    .optional()
    .describe('Replied messages are deleted after so many months; null: never. For admins only'),
  countVisits: z.boolean().optional().describe('Whether views are counted. For admins only'),
});
export type Settings = z.infer<typeof settings>;

/** Some fields of the profile. */
export const profilePatch = z.strictObject(siteProfile.shape).partial();

/**
 * PATCH /api/settings (spec §7): what is left out stays. The id is trimmed and empty means none
 * (spec §5); of the profile only the named fields change.
 */
export const settingsPatch = z
  .strictObject({
    googleAnalyticsId: z.preprocess(
      (value) => (typeof value === 'string' ? value.trim() || null : value),
      googleAnalyticsId.nullable(),
    ),
    enforce2FA: z.boolean(),
    contactRetentionMonths: z.int().min(1).max(120).nullable(),
    countVisits: z.boolean(),
    profile: profilePatch,
  })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;
