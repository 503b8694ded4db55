/**
 * Facts of the site that pages show around their own content. Each kind of page gets only those it shows, so that a
 * changed setting renders no other pages.
 */
import { z } from 'zod';
import { siteProfile } from './settings.ts';

/** All facts, with the Dutch defaults filled in. */
export const siteFacts = z.object({
  origin: z.string().describe('Public origin without a slash at the end'),
  profile: siteProfile,
  googleAnalyticsId: z.string().nullable(),
  hasNotes: z
    .boolean()
    .optional()
    .describe('There are field notes, so the navigation links to them'),
  hasSeries: z.boolean().optional().describe('Likewise'),
  hasSpecies: z.boolean().optional().describe('Likewise'),
  hasMap: z.boolean().optional().describe('Likewise'),
  preview: z.string().optional().describe('Root of the preview; never set on the public site'),
});
export type SiteFacts = z.infer<typeof siteFacts>;

const { origin, googleAnalyticsId, hasNotes, hasSeries, hasSpecies, hasMap, preview } =
  siteFacts.shape;
const {
  photographer,
  siteTitle,
  heroTitle,
  heroSubtitle,
  about,
  aboutLong,
  contactEmail,
  businessLabel,
  businessUrl,
  social,
  copyrightHolder,
  licence,
  notForTraining,
} = siteProfile.shape;

/** Facts in the layout of every HTML page (site/src/layouts), with more fields of the profile. */
const html = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({
    origin,
    googleAnalyticsId,
    hasNotes,
    hasSeries,
    hasSpecies,
    hasMap,
    preview,
    profile: z.strictObject({
      photographer,
      siteTitle,
      businessLabel,
      businessUrl,
      social,
      copyrightHolder,
      notForTraining,
      ...shape,
    }),
  });
const plain = html({});

/** Facts that each kind of page or file shows. */
export const sites = {
  home: html({ heroTitle, heroSubtitle, about, contactEmail }).extend({
    hasAbout: z.boolean().describe('There is a page about the photographer'),
  }),
  library: plain,
  item: plain,
  category: plain,
  archive: plain,
  species: plain,
  'species-list': plain,
  map: plain,
  'map-area': plain,
  'not-found': plain,
  'message-sent': plain,
  licence: html({ contactEmail, licence }),
  about: html({ about, aboutLong }),
  note: plain,
  'note-list': plain,
  series: plain,
  'series-list': plain,
  robots: z.strictObject({ origin, profile: z.strictObject({ notForTraining }) }),
  tdm: z.strictObject({ origin }),
  'app-manifest': z.strictObject({
    profile: z.strictObject({ photographer, siteTitle, heroSubtitle }),
  }),
  sitemap: z.strictObject({ origin }),
  'sitemap-part': z.strictObject({ origin, profile: z.strictObject({ photographer }) }),
  feed: z.strictObject({
    origin,
    profile: z.strictObject({ photographer, siteTitle, heroSubtitle, copyrightHolder }),
  }),
};
export type PageKind = keyof typeof sites;
export type SiteOf<Kind extends PageKind> = z.infer<(typeof sites)[Kind]>;
/** Facts of every HTML page. */
export type HtmlSite = z.infer<typeof plain>;

/** Picks the fields of a schema from a larger object. */
function fieldsOf({ shape }: z.ZodObject, whole: object): object {
  const values = new Map(Object.entries(whole));
  const fields = Object.entries(shape).map(([name, schema]) => {
    const value = values.get(name);
    return [name, schema instanceof z.ZodObject ? fieldsOf(schema, value) : value];
  });
  return Object.fromEntries(fields);
}

/** Cache: all pages of a kind show the same. */
const remembered = new WeakMap<SiteFacts, Map<PageKind, object>>();

/** Facts of the site on pages of a kind. */
export function siteOf<Kind extends PageKind>(facts: SiteFacts, kind: Kind): SiteOf<Kind> {
  const kinds = remembered.get(facts) ?? new Map<PageKind, object>();
  remembered.set(facts, kinds);
  const whole = { ...facts, hasAbout: facts.profile.aboutLong !== '' };
  const site = kinds.get(kind) ?? fieldsOf(sites[kind], whole);
  kinds.set(kind, site);
  return site as SiteOf<Kind>; // the fields of its schema
}

/**
 * Settings that are not shown on a kind of page but decide its content or existence: /over and tdmrep.json come and go,
 * and the sitemap lists /over.
 */
function choicesOf({ profile }: SiteFacts, kind: PageKind): unknown {
  if (kind === 'home') return [profile.homeWork, profile.homeSeries, profile.homeItems];
  if (kind === 'about') return profile.portrait;
  if (kind === 'sitemap-part') return profile.aboutLong !== '';
  return kind === 'tdm' && profile.notForTraining;
}

const kinds = Object.keys(sites) as PageKind[]; // its own keys

/** Kinds of pages that may differ between two states of the site. */
export function kindsShowing(before: SiteFacts, after: SiteFacts): PageKind[] {
  const shown = (facts: SiteFacts, kind: PageKind) =>
    JSON.stringify([siteOf(facts, kind), choicesOf(facts, kind)]);
  return kinds.filter((kind) => shown(before, kind) !== shown(after, kind));
}
