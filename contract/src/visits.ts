/** Views by page and day, without data about visitors (decision 030). */
import { z } from 'zod';

/** `elsewhere`: another machine serves the site, so that there is no access log here. */
const visitsStates = ['on', 'off', 'elsewhere'] as const;
const sourceKinds = ['search', 'social', 'site'] as const;

const views = z.int();
const page = z.object({
  path: z.string().describe('On the site; the library and the map are one page each'),
  title: z.string().nullable().describe('Null when the address no longer exists'),
  views,
});
export type VisitedPage = z.infer<typeof page>;

/** Answer of GET /api/admin/visits: of the last `days` days, today included; ten of each list, most views first. */
export const visits = z.object({
  state: z.enum(visitsStates),
  isCurrent: z.boolean().describe('False when the newest access log can’t be read'),
  days: z.array(z.object({ day: z.iso.date(), views })).describe('Every day, oldest first'),
  photos: z
    .array(page.extend({ picture: z.string().nullable().describe('Its smallest still') }))
    .describe('Photos and videos'),
  series: z.array(page),
  species: z.array(page),
  notes: z.array(page),
  pages: z.array(page).describe('Other pages; only categories have titles'),
  sources: z
    .array(z.object({ host: z.string(), kind: z.enum(sourceKinds), views }))
    .describe('Referring sites'),
  direct: views.describe('Views without a referrer'),
});
export type Visits = z.infer<typeof visits>;

/** Days are kept for thirteen months. */
export const MAX_VISIT_DAYS = 396;

/** Query of GET /api/admin/visits. */
export const visitsQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(MAX_VISIT_DAYS).default(30),
});
