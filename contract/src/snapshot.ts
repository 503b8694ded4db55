/**
 * Exactly what the public site may know. Templates get one of these page objects and nothing else,
 * so what is not in here cannot leak (product decisions §4).
 */
import { z } from 'zod';
import { objectOf, without } from './by-name.ts';
import type { GridArea } from './grid-area.ts';
import { toldTexts } from './item-fields.ts';
import { itemLink } from './item-link.ts';
import { cameraFacts, mediaSource, mediaType } from './media.ts';
import { listedStory, publicStory, storyLink } from './public-story.ts';
import { ownRights } from './rights.ts';
import { homeWorks } from './settings.ts';
import { type PageKind, sites } from './site-facts.ts';
import { speciesName } from './species.ts';
import { speciesGroups } from './species-groups.ts';

const gridArea = z.object({
  east: z.number(),
  north: z.number(),
  side: z.number(),
}) satisfies z.ZodType<GridArea>;

export type ItemLink = z.infer<typeof itemLink>;

/** A picture or video wherever it is shown with more: grid, hero, dialog. */
export const card = itemLink.extend({
  type: mediaType,
  category: z.string().describe('Category name, lower case'),
  categoryLabel: z.string(),
  tags: z.array(z.string()).describe('By name, whatever order the owner gave them'),
  duration: z.number().nullable(),
  placeholder: z.string().nullable(),
});
export type Card = z.infer<typeof card>;

/** All of one item, for its own page and for the dialog. */
export const publicItem = card.extend({
  species: z.array(speciesName).default([]),
  grid: gridArea
    .nullable()
    .default(null)
    .describe('The block or region of the Dutch grid that may be told, in kilometres'),
  slug: z.string(),
  placeDegrees: z
    .string()
    .nullable()
    .default(null)
    .describe('Centre of the area that the place is, when its words do not say it'),
  ...objectOf(without(toldTexts, ['title', 'alt']), () => z.string().nullable().default(null)),
  camera: cameraFacts,
  createdAt: z.iso.datetime(),
  rights: ownRights.default({}).describe('What its file says of its maker and its licence'),
  video: mediaSource.nullable().describe('The video itself; null for a photo'),
  videoVersions: z
    .array(mediaSource)
    .default([])
    .describe('Of a heavy video, smallest first (video-versions.ts)'),
});
export type PublicItem = z.infer<typeof publicItem>;

/** A category as visitors meet it. */
export const publicCategory = z.object({
  name: z.string(),
  label: z.string(),
  count: z.int().describe('Published items'),
  cover: card.nullable(),
  path: z.string().describe('Page of its newest items'),
});

/** A page or file of a kind with what it shows. */
const pageOf = <Kind extends PageKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), site: sites[kind], path: z.string(), ...shape });

/** A species with at least one item. */
export const publicSpecies = speciesName.extend({
  group: z.enum(speciesGroups),
  path: z.string().describe('/soort/<slug>'),
  count: z.int().describe('Public items'),
});
export type PublicSpecies = z.infer<typeof publicSpecies>;

export const homePage = pageOf('home', {
  hero: card.nullable(),
  categories: z.array(publicCategory).describe('At most the first four'),
  hasMoreCategories: z.boolean(),
  opening: z.array(publicItem).describe('Items that open the page, chosen by the owner'),
  work: z.enum(homeWorks).describe('What the owner chose, as far as there is any'),
  recent: z.array(publicItem).describe('The newest or the featured items'),
  series: z.array(listedStory).describe('The chosen ones, instead of items'),
  counts: z
    .object({ series: z.int(), notes: z.int(), species: z.int(), areas: z.int() })
    .describe('How many there are of what has a page of its own'),
});
export type HomePage = z.infer<typeof homePage>;

export const libraryPage = pageOf('library', {
  categories: z.array(
    publicCategory.omit({ cover: true }).extend({
      description: z.string().nullable().describe('Told where the category is chosen'),
    }),
  ),
  tags: z.array(z.string()).describe('Tags in use, in the order the owner gave them'),
  years: z.array(z.int()).describe('In which items were taken, the last one first'),
  hasVideos: z.boolean().describe('There are videos beside photos'),
  total: z.int(),
  first: z.array(card).describe('Newest items: the first screen stands in the HTML'),
  chunks: z.array(z.int()).describe('Numbers of the chunks of the index, newest first'),
  index: z.string().describe('Address below which they stand (library-index)'),
  storiesPath: z.string().nullable().describe('File of the stories (library-index); null for none'),
  archivePath: z.string().nullable().describe('Archive page of the newest items; null without any'),
});
export type LibraryPage = z.infer<typeof libraryPage>;

export const itemPage = pageOf('item', {
  item: publicItem,
  previous: itemLink.nullable().describe('The next newer item'),
  next: itemLink.nullable().describe('The next older item'),
  stories: z.array(storyLink).describe('The newest series and notes that show it'),
  species: z
    .array(speciesName.extend({ items: z.array(itemLink) }))
    .describe('Other items of its species, those next to it'),
  area: z.array(itemLink).describe('Likewise of its area'),
});
export type ItemPage = z.infer<typeof itemPage>;

/** The newest items of one category, for who has no script (next.md §7). */
export const categoryPage = pageOf('category', {
  category: publicCategory.omit({ cover: true, path: true }),
  description: z.string().nullable(),
  items: z.array(itemLink).describe('Newest first'),
  archivePath: z.string().nullable().describe('Leads to all items, when there are more of it'),
});
export type CategoryPage = z.infer<typeof categoryPage>;

/** A page of plain links that leads to everything without script; numbered from the oldest. */
export const archivePage = pageOf('archive', {
  number: z.int().min(1),
  previousPath: z.string().nullable().describe('The archive page with newer items'),
  nextPath: z.string().nullable().describe('The archive page with older items'),
  items: z.array(itemLink),
});
export type ArchivePage = z.infer<typeof archivePage>;

/** An area on the map with what was photographed in it. */
const mapArea = z.object({
  name: z.string().describe('Its name in addresses (grid-area.ts)'),
  words: z.string().describe('"omgeving Hoenderloo"'),
});

/** The newest items of one species, and when and where all of them were taken. */
export const speciesPage = pageOf('species', {
  species: publicSpecies,
  best: itemLink
    .nullable()
    .describe('Lead item: the one that the owner chose, else the newest featured one or photo'),
  words: z.string().nullable().describe("The owner's, else the description of the lead item"),
  items: z.array(itemLink).describe('Newest first'),
  months: z.array(z.int()).length(12).describe('Items of each month, from January'),
  places: z
    .array(z.object({ words: z.string(), count: z.int() }))
    .describe('Areas that are told, most items first'),
  areas: z.array(mapArea.extend({ count: z.int() })).describe('Those of them on the map'),
});
export type SpeciesPage = z.infer<typeof speciesPage>;

/** Every species with items, by group. */
export const speciesListPage = pageOf('species-list', {
  groups: z.array(
    z.object({
      group: z.enum(speciesGroups),
      species: z.array(publicSpecies.extend({ picture: itemLink.describe('Chosen or newest') })),
    }),
  ),
});
export type SpeciesListPage = z.infer<typeof speciesListPage>;

/** Where items were taken, as far as it is told. */
export const mapPage = pageOf('map', {
  areas: z
    .array(
      mapArea.extend({
        thumb: z.string().describe('Address of the thumbnail of its newest item'),
        groups: z
          .array(
            z.object({
              month: z.int().nullable(),
              species: z.array(z.int()).describe('Indexes'),
              count: z.int(),
            }),
          )
          .describe('Items of one month that show the same species'),
      }),
    )
    .describe('Most items first'),
  species: z.array(speciesName),
});
export type MapPage = z.infer<typeof mapPage>;

/** What was photographed in one area. */
export const mapAreaPage = pageOf('map-area', {
  area: mapArea,
  count: z.int().describe('Public items'),
  items: z.array(itemLink).describe('The newest first'),
});
export type MapAreaPage = z.infer<typeof mapAreaPage>;

export const notFoundPage = pageOf('not-found', {
  landscape: card.nullable().describe('The newest photo of a landscape'),
});

/** Where a message that was sent without script ends (product decisions §6). */
export const messageSentPage = pageOf('message-sent', {});

/** Who the photographer is, at length (decision 075). */
export const aboutPage = pageOf('about', {
  portrait: itemLink.nullable(),
});
export type AboutPage = z.infer<typeof aboutPage>;

export const notePage = pageOf('note', {
  story: publicStory,
  previous: storyLink.nullable().describe('The next newer note'),
  next: storyLink.nullable().describe('The next older note'),
});
export type NotePage = z.infer<typeof notePage>;

/** Every field note, the newest first. */
export const noteListPage = pageOf('note-list', { notes: z.array(listedStory) });
export type NoteListPage = z.infer<typeof noteListPage>;

export const seriesPage = pageOf('series', {
  story: publicStory,
  previous: storyLink.nullable().describe('The next newer series'),
  next: storyLink.nullable().describe('The next older series'),
});
export type SeriesPage = z.infer<typeof seriesPage>;

/** Every series, the newest first. */
export const seriesListPage = pageOf('series-list', { series: z.array(listedStory) });
export type SeriesListPage = z.infer<typeof seriesListPage>;

/** What visitors may do with the pictures (product decisions §2). */
export const licencePage = pageOf('licence', {});

/** Files that are not HTML are pages too: made, checked and put in place like them. */
export const robotsFile = pageOf('robots', {});
/** /.well-known/tdmrep.json; there is none where mining is not reserved. */
export const tdmFile = pageOf('tdm', {});
export const appManifestFile = pageOf('app-manifest', {});

export const sitemapFile = pageOf('sitemap', {
  parts: z.array(z.string()).describe('Addresses of the parts'),
});
export type SitemapFile = z.infer<typeof sitemapFile>;

/** An item in the sitemap: of a video more is told than of a photo. */
export const sitemapItem = itemLink
  .pick({ path: true, sources: true })
  .extend({ video: publicItem.nullable().describe('Null for a photo') });
export type SitemapItem = z.infer<typeof sitemapItem>;

export const sitemapPartFile = pageOf('sitemap-part', {
  pages: z.array(z.string()).describe('Addresses of pages without pictures of their own'),
  items: z.array(sitemapItem).describe('Items with their own pages'),
});
export type SitemapPartFile = z.infer<typeof sitemapPartFile>;

export const feedFile = pageOf('feed', {
  items: z.array(publicItem).describe('Newest first'),
  notes: z.array(publicStory).default([]).describe('Likewise'),
  series: z.array(publicStory).default([]).describe('Likewise'),
});
export type FeedFile = z.infer<typeof feedFile>;

export const pageData = z.discriminatedUnion('kind', [
  homePage,
  libraryPage,
  itemPage,
  categoryPage,
  archivePage,
  speciesPage,
  speciesListPage,
  mapPage,
  mapAreaPage,
  notFoundPage,
  messageSentPage,
  licencePage,
  aboutPage,
  notePage,
  noteListPage,
  seriesPage,
  seriesListPage,
  robotsFile,
  tdmFile,
  appManifestFile,
  sitemapFile,
  sitemapPartFile,
  feedFile,
]);
export type PageData = z.infer<typeof pageData>;

/** Newest items on the page of the library: the most that its first batch may hold (site, grid-layout.ts). */
export const LIBRARY_FIRST_ITEMS = 75;
