/**
 * Page objects: all that the public site may know. A template gets one of these and nothing else, so that nothing else
 * can leak.
 */
import { z } from 'zod';
import { objectOf, without } from './by-name.ts';
import type { GridArea } from './grid-area.ts';
import { publicTextFields } from './item-fields.ts';
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

/** An item in a grid, the hero or the dialog. */
export const card = itemLink.extend({
  type: mediaType,
  category: z.string().describe('Category name, lower case'),
  categoryLabel: z.string(),
  tags: z.array(z.string()).describe('In alphabetical order'),
  duration: z.number().nullable(),
  placeholder: z.string().nullable(),
});
export type Card = z.infer<typeof card>;

/** An item on its own page and in the dialog. */
const publicItem = card.extend({
  species: z.array(speciesName).default([]),
  grid: gridArea
    .nullable()
    .default(null)
    .describe('Public block or region of the Dutch grid, in kilometres'),
  slug: z.string(),
  placeDegrees: z
    .string()
    .nullable()
    .default(null)
    .describe('Coordinates of the centre of the area, unless the place has them'),
  ...objectOf(without(publicTextFields, ['title', 'alt']), () =>
    z.string().nullable().default(null),
  ),
  camera: cameraFacts,
  createdAt: z.iso.datetime(),
  rights: ownRights.default({}).describe('Credits and licence in its file'),
  video: mediaSource.nullable().describe('The video itself; null for a photo'),
  videoVersions: z
    .array(mediaSource)
    .default([])
    .describe('Of a heavy video, smallest first (video-versions.ts)'),
});
export type PublicItem = z.infer<typeof publicItem>;

/** A public category. */
const publicCategory = z.object({
  name: z.string(),
  label: z.string(),
  count: z.int().describe('Published items'),
  cover: card.nullable(),
  path: z.string().describe('Page of its newest items'),
});

/** Schema of a kind of page or file. */
const pageOf = <Kind extends PageKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), site: sites[kind], path: z.string(), ...shape });

/** A species with at least one item. */
const publicSpecies = speciesName.extend({
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
  work: z.enum(homeWorks).describe('The choice of the owner, or newest when there is none of it'),
  recent: z.array(publicItem).describe('The newest or the featured items'),
  series: z.array(listedStory).describe('The chosen ones, instead of items'),
  counts: z
    .object({ series: z.int(), notes: z.int(), species: z.int(), areas: z.int() })
    .describe('Numbers of series, notes, species and areas'),
});
export type HomePage = z.infer<typeof homePage>;

const libraryPage = pageOf('library', {
  categories: z.array(
    publicCategory.omit({ cover: true }).extend({
      description: z.string().nullable().describe('Shown when the category is chosen'),
    }),
  ),
  tags: z.array(z.string()).describe('Tags in use, in the order the owner gave them'),
  years: z.array(z.int()).describe('Years of capture, latest first'),
  hasVideos: z.boolean().describe('There are videos beside photos'),
  total: z.int(),
  first: z.array(card).describe('Newest items, for the first screen'),
  chunks: z.array(z.int()).describe('Numbers of the chunks of the index, newest first'),
  index: z.string().describe('Root of the chunks (library-index)'),
  storiesPath: z.string().nullable().describe('File of the stories (library-index); null for none'),
  archivePath: z.string().nullable().describe('Archive page of the newest items; null without any'),
});
export type LibraryPage = z.infer<typeof libraryPage>;

const itemPage = pageOf('item', {
  item: publicItem,
  previous: itemLink.nullable().describe('The next newer item'),
  next: itemLink.nullable().describe('The next older item'),
  stories: z.array(storyLink).describe('The newest series and notes that show it'),
  species: z
    .array(speciesName.extend({ items: z.array(itemLink) }))
    .describe('Neighbours among the items of each species'),
  area: z.array(itemLink).describe('Neighbours in its area'),
});
export type ItemPage = z.infer<typeof itemPage>;

/** The newest items of one category, for browsers without script. */
const categoryPage = pageOf('category', {
  category: publicCategory.omit({ cover: true, path: true }),
  description: z.string().nullable(),
  items: z.array(itemLink).describe('Newest first'),
  archivePath: z.string().nullable().describe('Archive page, when the category has more items'),
});

/** A page of plain links to all items, for browsers without script; numbered from the oldest. */
const archivePage = pageOf('archive', {
  number: z.int().min(1),
  previousPath: z.string().nullable().describe('The archive page with newer items'),
  nextPath: z.string().nullable().describe('The archive page with older items'),
  items: z.array(itemLink),
});

/** An area on the map. */
const mapArea = z.object({
  name: z.string().describe('Its name in addresses (grid-area.ts)'),
  words: z.string().describe('"omgeving Hoenderloo"'),
});

/** The newest items of a species, and months and areas of all of them. */
const speciesPage = pageOf('species', {
  species: publicSpecies,
  best: itemLink
    .nullable()
    .describe("Lead item: the owner's choice, else the newest featured item or photo"),
  words: z.string().nullable().describe("The owner's, else the description of the lead item"),
  items: z.array(itemLink).describe('Newest first'),
  months: z.array(z.int()).length(12).describe('Items of each month, from January'),
  places: z
    .array(z.object({ words: z.string(), count: z.int() }))
    .describe('Public areas, most items first'),
  areas: z.array(mapArea.extend({ count: z.int() })).describe('Areas on the map'),
});
export type SpeciesPage = z.infer<typeof speciesPage>;

/** Every species with items, by group. */
const speciesListPage = pageOf('species-list', {
  groups: z.array(
    z.object({
      group: z.enum(speciesGroups),
      species: z.array(publicSpecies.extend({ picture: itemLink.describe('Chosen or newest') })),
    }),
  ),
});

/** The map: public areas of items. */
const mapPage = pageOf('map', {
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

/** The items of an area. */
const mapAreaPage = pageOf('map-area', {
  area: mapArea,
  count: z.int().describe('Public items'),
  items: z.array(itemLink).describe('The newest first'),
});

const notFoundPage = pageOf('not-found', {
  landscape: card.nullable().describe('The newest photo of a landscape'),
});

/** Confirmation of a message that was sent without script. */
const messageSentPage = pageOf('message-sent', {});

/** About the photographer. */
export const aboutPage = pageOf('about', {
  portrait: itemLink.nullable(),
});
export type AboutPage = z.infer<typeof aboutPage>;

/** A story between its neighbours of the same kind. */
const storyWithNeighbours = {
  story: publicStory,
  previous: storyLink.nullable().describe('The next newer'),
  next: storyLink.nullable().describe('The next older'),
};

const notePage = pageOf('note', storyWithNeighbours);
export type NotePage = z.infer<typeof notePage>;

/** Every field note, the newest first. */
const noteListPage = pageOf('note-list', { notes: z.array(listedStory) });
export type NoteListPage = z.infer<typeof noteListPage>;

const seriesPage = pageOf('series', storyWithNeighbours);
export type SeriesPage = z.infer<typeof seriesPage>;

/** Every series, the newest first. */
const seriesListPage = pageOf('series-list', { series: z.array(listedStory) });

/** The licence of the pictures. */
const licencePage = pageOf('licence', {});

/** Files that are not HTML are rendered, checked and moved as pages are. */
const robotsFile = pageOf('robots', {});
/** /.well-known/tdmrep.json, only when mining is reserved. */
const tdmFile = pageOf('tdm', {});
const appManifestFile = pageOf('app-manifest', {});

const sitemapFile = pageOf('sitemap', {
  parts: z.array(z.string()).describe('Addresses of the parts'),
});
export type SitemapFile = z.infer<typeof sitemapFile>;

/** An item in the sitemap, with the details of a video. */
const sitemapItem = itemLink
  .pick({ path: true, sources: true })
  .extend({ video: publicItem.nullable().describe('Null for a photo') });
export type SitemapItem = z.infer<typeof sitemapItem>;

const sitemapPartFile = pageOf('sitemap-part', {
  pages: z.array(z.string()).describe('Addresses of pages without pictures'),
  items: z.array(sitemapItem).describe('Items with their own pages'),
});
export type SitemapPartFile = z.infer<typeof sitemapPartFile>;

const feedFile = pageOf('feed', {
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

/** Newest items on the library page: the most that its first batch may hold (site, grid-layout.ts). */
export const LIBRARY_FIRST_ITEMS = 75;
