/**
 * What pages show of the site around their own content. Each kind of page gets just that, so that a setting
 * changes the pages that show it and no others.
 */
import { z } from 'zod';
import { siteProfile } from './settings.ts';

/** All of it, with the Dutch defaults filled in. */
export const siteFacts = z.object({
  origin: z.string().describe('Public origin without a slash at the end'),
  profile: siteProfile,
  googleAnalyticsId: z.string().nullable(),
  hasNotes: z.boolean().optional().describe('There are field notes: the navigation leads there'),
  hasSeries: z.boolean().optional().describe('Likewise'),
  hasSpecies: z.boolean().optional().describe('Likewise'),
  hasMap: z.boolean().optional().describe('Likewise'),
  preview: z
    .string()
    .optional()
    .describe('Below which address its makers see the site with drafts; never set in public'),
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

/** What the layout of every HTML page shows (site/src/layouts), and of the profile also `shape`. */
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

/** The part of the facts that each kind of page or file shows. */
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
/** What every HTML page has. */
export type HtmlSite = z.infer<typeof plain>;

/** The fields of a schema, of an object that may have more. */
function fieldsOf({ shape }: z.ZodObject, whole: object): object {
  const values = new Map(Object.entries(whole));
  const fields = Object.entries(shape).map(([name, schema]) => {
    const value = values.get(name);
    return [name, schema instanceof z.ZodObject ? fieldsOf(schema, value) : value];
  });
  return Object.fromEntries(fields);
}

/** Every page of a kind shows the same. */
const remembered = new WeakMap<SiteFacts, Map<PageKind, object>>();

/** What pages of a kind show of the site. */
export function siteOf<Kind extends PageKind>(facts: SiteFacts, kind: Kind): SiteOf<Kind> {
  const kinds = remembered.get(facts) ?? new Map<PageKind, object>();
  remembered.set(facts, kinds);
  const whole = { ...facts, hasAbout: facts.profile.aboutLong !== '' };
  const site = kinds.get(kind) ?? fieldsOf(sites[kind], whole);
  kinds.set(kind, site);
  return site as SiteOf<Kind>; // the fields of its schema
}

/**
 * What stands in no page of a kind but decides what is on it, or whether there is one. `about` and `tdm` come
 * and go; part 0 of the sitemap lists the first.
 */
function choicesOf({ profile }: SiteFacts, kind: PageKind): unknown {
  if (kind === 'home') return [profile.homeWork, profile.homeSeries, profile.homeItems];
  if (kind === 'about') return profile.portrait;
  if (kind === 'sitemap-part') return profile.aboutLong !== '';
  return kind === 'tdm' && profile.notForTraining;
}

const kinds = Object.keys(sites) as PageKind[]; // its own keys

/** The kinds of which a page may differ between two states of the site. */
export function kindsShowing(before: SiteFacts, after: SiteFacts): PageKind[] {
  const shown = (facts: SiteFacts, kind: PageKind) =>
    JSON.stringify([siteOf(facts, kind), choicesOf(facts, kind)]);
  return kinds.filter((kind) => shown(before, kind) !== shown(after, kind));
}
