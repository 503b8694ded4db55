/** Structured data (schema.org): one graph per page, every address absolute. */
import { rightsOf } from '@veldlicht/contract/rights';
import type { HtmlSite, SiteOf } from '@veldlicht/contract/site-facts';
import type {
  AboutPage,
  Card,
  HomePage,
  ItemLink,
  ItemPage,
  NotePage,
  PublicItem,
  SeriesPage,
  SpeciesPage,
} from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { nl } from '#copy/nl.ts';
import { ABOUT_PATH, LIBRARY_PATH, NOTES_PATH, SERIES_PATH, SPECIES_PATH } from './navigation.ts';
import { sharingPicture, smallestPicture } from './pictures.ts';
import { storyDescription } from './stories.ts';

type Json = Record<string, unknown>;

/**
 * JSON for a `<script>` element: `<` is escaped, so that no text of the owner can close the element
 * or open a comment. U+2028 and U+2029 are escaped too, for old parsers.
 */
export function jsonForScript(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function graph(...nodes: Json[]): Json {
  return { '@context': 'https://schema.org', '@graph': nodes };
}

/** Ids of the two nodes that pages refer to. */
const personId = ({ origin }: HtmlSite) => `${origin}/#fotograaf`;
const siteId = ({ origin }: HtmlSite) => `${origin}/#site`;

/** The photographer in short, for references. */
function photographer(site: HtmlSite): Json {
  const { origin, profile } = site;
  return {
    '@type': 'Person',
    '@id': personId(site),
    name: profile.photographer,
    url: `${origin}/`,
  };
}

/** The rights holder may be a company; only an equal name means the same person. */
function holder(site: HtmlSite): Json {
  const { copyrightHolder, photographer: name } = site.profile;
  return copyrightHolder === name
    ? { '@type': 'Person', '@id': personId(site), name }
    : { '@type': 'Organization', name: copyrightHolder };
}

/** The rights that the files contain too (contract/rights). A picture's own notice names its holder. */
function rights({ rights: own }: PublicItem, site: HtmlSite): Json {
  const { creator, notice, licenceUrl, licensor } = rightsOf(own, site);
  const isOwner = creator === site.profile.photographer;
  return {
    creator: isOwner ? photographer(site) : { '@type': 'Person', name: creator },
    creditText: creator,
    copyrightHolder: own.copyright === undefined ? holder(site) : undefined,
    copyrightNotice: notice,
    license: licenceUrl,
    acquireLicensePage: licensor.url,
  };
}

/** The path from home to a page; the last step is the page itself. */
function breadcrumbs(site: HtmlSite, ...steps: Array<[name: string, path: string]>): Json {
  const all: typeof steps = [[nl.nav.home, '/'], ...steps];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: site.origin + path,
    })),
  };
}

function still(item: Card, { origin }: HtmlSite): Json {
  const picture = sharingPicture(item.sources);
  const small = smallestPicture(item.sources);
  return {
    contentUrl: picture && origin + picture.url,
    encodingFormat: picture && 'image/jpeg',
    width: picture?.width,
    height: picture?.height,
    thumbnail: small && {
      '@type': 'ImageObject',
      contentUrl: origin + small.url,
      width: small.width,
      height: small.height,
    },
  };
}

function video(item: PublicItem, { origin }: HtmlSite): Json {
  const { createdAt, duration, sources } = item;
  const file = item.video ?? undefined;
  const poster = sharingPicture(sources);
  return {
    contentUrl: file && origin + file.url,
    encodingFormat: file && 'video/mp4',
    thumbnailUrl: poster && origin + poster.url,
    uploadDate: createdAt,
    duration: duration === null ? undefined : `PT${Math.round(duration)}S`,
    width: file?.width,
    height: file?.height,
  };
}

function taxon({ scientificName, dutchName }: SpeciesName): Json {
  return { '@type': 'Taxon', name: scientificName, alternateName: dutchName ?? undefined };
}

/** The item in terms of schema.org. `dateCreated` is the date it was taken, if known. */
export function itemStructuredData(item: PublicItem, site: HtmlSite): Json {
  const { origin } = site;
  return {
    '@type': item.type === 'video' ? 'VideoObject' : 'ImageObject',
    '@id': `${origin}${item.path}#beeld`,
    url: origin + item.path,
    name: item.title,
    caption: item.type === 'video' ? undefined : item.alt,
    description: item.description ?? item.alt,
    ...(item.type === 'video' ? video(item, site) : still(item, site)),
    dateCreated: item.date ?? undefined,
    contentLocation: item.place ? { '@type': 'Place', name: item.place } : undefined,
    about: item.species.length > 0 ? item.species.map(taxon) : undefined,
    keywords: [item.categoryLabel, ...item.tags].join(', '),
    inLanguage: 'nl',
    ...rights(item, site),
  };
}

export function itemPageGraph({ item, site }: ItemPage): Json {
  const way = breadcrumbs(site, [nl.library.title, LIBRARY_PATH], [item.title, item.path]);
  return graph(itemStructuredData(item, site), way);
}

/** The photographer in full. */
function photographerInFull(site: SiteOf<'home' | 'about'>): Json {
  const { about, social } = site.profile;
  const elsewhere = social.map(({ url }) => url).filter((url) => url !== '');
  return {
    ...photographer(site),
    description: about,
    sameAs: elsewhere.length > 0 ? elsewhere : undefined,
  };
}

/** Home: the site, its search, and its photographer. */
export function homePageGraph({ site }: HomePage): Json {
  const { origin, profile } = site;
  return graph(
    {
      '@type': 'WebSite',
      '@id': siteId(site),
      url: `${origin}/`,
      name: profile.siteTitle,
      description: profile.heroSubtitle,
      inLanguage: 'nl',
      publisher: { '@id': personId(site) },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${origin}${LIBRARY_PATH}?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
    photographerInFull(site),
  );
}

/** The photographer in full, with the portrait. */
export function aboutPageGraph({ site, portrait }: AboutPage): Json {
  const { origin } = site;
  const picture = portrait && sharingPicture(portrait.sources);
  return graph(
    {
      '@type': 'AboutPage',
      '@id': origin + ABOUT_PATH,
      url: origin + ABOUT_PATH,
      name: nl.about.title,
      inLanguage: 'nl',
      isPartOf: { '@id': siteId(site) },
      mainEntity: { '@id': personId(site) },
    },
    { ...photographerInFull(site), image: picture ? origin + picture.url : undefined },
    breadcrumbs(site, [nl.about.title, ABOUT_PATH]),
  );
}

/** A field note with the addresses of its pictures. */
export function notePageGraph({ story, site }: NotePage): Json {
  const { origin } = site;
  const shown = [story.cover, ...shownInBlocks(story.blocks)];
  const pictures = shown.flatMap((item) => (item && sharingPicture(item.sources)) ?? []);
  const address = origin + story.path;
  return graph(
    {
      '@type': 'BlogPosting',
      '@id': address,
      url: address,
      mainEntityOfPage: address,
      headline: story.title,
      description: storyDescription('notes', story, site),
      datePublished: story.date,
      inLanguage: 'nl',
      author: photographer(site),
      image: pictures.length > 0 ? pictures.map(({ url }) => origin + url) : undefined,
      about: story.species.length > 0 ? story.species.map(taxon) : undefined,
    },
    breadcrumbs(site, [nl.notes.title, NOTES_PATH], [story.title, story.path]),
  );
}

/** A series with the pages of its pictures, in order. */
export function seriesPageGraph({ story, path, site }: SeriesPage): Json {
  const shown = shownInBlocks(story.blocks);
  const picture = sharingPicture((story.cover ?? shown[0])?.sources ?? []);
  const gallery = {
    ...collection(site, path, story.title, shown),
    '@type': 'ImageGallery',
    description: storyDescription('series', story, site),
    datePublished: story.date.slice(0, 7),
    author: photographer(site),
    image: picture && site.origin + picture.url,
  };
  const way = breadcrumbs(site, [nl.series.title, SERIES_PATH], [story.title, path]);
  return graph(gallery, way);
}

type Listed = Pick<ItemLink, 'path' | 'title'>;

function collection(site: HtmlSite, path: string, name: string, cards: Listed[]): Json {
  return {
    '@type': 'CollectionPage',
    '@id': site.origin + path,
    url: site.origin + path,
    name,
    inLanguage: 'nl',
    isPartOf: { '@type': 'WebSite', '@id': siteId(site), url: `${site.origin}/` },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: cards.length,
      itemListElement: cards.map((card, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        url: site.origin + card.path,
        name: card.title,
      })),
    },
  };
}

/** A page that lists others under a title; `parents` are the steps between home and it. */
export function listPageGraph(
  { path, site }: { path: string; site: HtmlSite },
  title: string,
  listed: Listed[],
  ...parents: Array<[name: string, path: string]>
): Json {
  return graph(collection(site, path, title, listed), breadcrumbs(site, ...parents, [title, path]));
}

export function speciesPageGraph({ species, items, path, site }: SpeciesPage): Json {
  const name = speciesLabel(species);
  const way = breadcrumbs(site, [nl.species.title, SPECIES_PATH], [name, path]);
  return graph({ ...collection(site, path, name, items), about: taxon(species) }, way);
}
