/** How often pages of the site were looked at (decision 081): views by page and day, and nothing about who looked. */
import { z } from 'zod';

/** `elsewhere`: the site is served by another machine, whose access records are not here. */
export const visitsStates = ['on', 'off', 'elsewhere'] as const;
export const sourceKinds = ['search', 'social', 'site'] as const;

const views = z.int();
const page = z.object({
  path: z.string().describe('On the site; the library and the map are one page each'),
  title: z.string().nullable().describe('Null when nothing with this address is there any more'),
  views,
});
export type VisitedPage = z.infer<typeof page>;

/** Answer of GET /api/admin/visits: of the last `days` days, today included; ten of each list, most views first. */
export const visits = z.object({
  state: z.enum(visitsStates),
  isCurrent: z.boolean().describe('False when newer access records are there and can’t be read'),
  days: z.array(z.object({ day: z.iso.date(), views })).describe('Every day, oldest first'),
  photos: z
    .array(page.extend({ picture: z.string().nullable().describe('Its smallest still') }))
    .describe('Photos and videos'),
  series: z.array(page),
  species: z.array(page),
  notes: z.array(page),
  pages: z.array(page).describe('All others; without titles, but for categories'),
  sources: z
    .array(z.object({ host: z.string(), kind: z.enum(sourceKinds), views }))
    .describe('Sites whose links were followed'),
  direct: views.describe('Views that came from no site, as far as browsers say'),
});
export type Visits = z.infer<typeof visits>;

/** A day is kept for thirteen months. */
export const MAX_VISIT_DAYS = 396;

/** Query of GET /api/admin/visits. */
export const visitsQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(MAX_VISIT_DAYS).default(30),
});
