/** /rss.xml: RSS 2.0 with the pictures as Media RSS. */
import { markdownHtml } from '@veldlicht/contract/markdown';
import type { PublicStory } from '@veldlicht/contract/public-story';
import type { FeedFile, ItemLink, PublicItem } from '@veldlicht/contract/snapshot';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { xmlText } from '@veldlicht/contract/xml';
import { nl } from '#copy/nl.ts';
import { sharingPicture } from '#lib/pictures.ts';
import { storyDescription } from '#lib/stories.ts';
import { itemDescription, paragraphs } from '#lib/texts.ts';
import { element, type Markup, xmlDocument } from './xml.ts';

const namespaces = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

/** An instant as RSS writes it: `Sat, 02 May 2026 10:00:00 GMT`. */
function rssDate(instant: string): string {
  return new Date(instant).toUTCString();
}

/** The picture of an item, linked to its page; '' for none. */
function image(item: ItemLink, { site }: FeedFile): string {
  const picture = sharingPicture(item.sources);
  if (!picture) return '';
  return (
    `<p><a href="${xmlText(site.origin + item.path)}"><img src="${xmlText(site.origin + picture.url)}" ` +
    `width="${picture.width}" height="${picture.height}" alt="${xmlText(item.alt)}"></a></p>`
  );
}

/** Content for feed readers: picture and text, as escaped HTML. */
function content(item: PublicItem, page: FeedFile): string {
  const words = paragraphs(item.description ?? '').map((text) => `<p>${xmlText(text)}</p>`);
  return [image(item, page), ...words].join('');
}

function media(item: PublicItem, { site }: FeedFile): Markup | null {
  const still = sharingPicture(item.sources);
  const file = item.video ?? still;
  if (!file) return null;
  const attributes = {
    url: site.origin + file.url,
    type: item.video ? 'video/mp4' : 'image/jpeg',
    medium: item.video ? 'video' : 'image',
    width: file.width,
    height: file.height,
    duration: item.video && item.duration !== null ? Math.round(item.duration) : undefined,
  };
  const children = [
    element('media:title', item.title, { type: 'plain' }),
    element('media:description', item.alt, { type: 'plain' }),
    element('media:credit', site.profile.photographer, { role: 'photographer' }),
    element('media:copyright', nl.footer.copyright(site.profile.copyrightHolder), {
      url: `${site.origin}/licentie`,
    }),
    still && item.video
      ? element('media:thumbnail', [], {
          url: site.origin + still.url,
          width: still.width,
          height: still.height,
        })
      : null,
  ];
  return element('media:content', children, attributes);
}

function entry(item: PublicItem, page: FeedFile): Markup {
  const address = page.site.origin + item.path;
  return element('item', [
    element('title', item.title),
    element('link', address),
    element('guid', address, { isPermaLink: 'true' }),
    element('pubDate', rssDate(item.createdAt)),
    element('dc:creator', page.site.profile.photographer),
    ...[item.categoryLabel, ...item.tags, ...item.species.map(speciesLabel)].map((name) =>
      element('category', name),
    ),
    element('description', itemDescription(item, page.site)),
    element('content:encoded', content(item, page)),
    media(item, page),
  ]);
}

const words = (markdown: string, { site }: FeedFile) =>
  markdownHtml(markdown).replace(/ href="(?=\/)/g, ` href="${xmlText(site.origin)}`);

/** A whole story, with its pictures below each other and absolute links. */
function storyEntry(kind: 'notes' | 'series', story: PublicStory, page: FeedFile): Markup {
  const address = page.site.origin + story.path;
  const blocks = story.blocks.flatMap((block) => {
    if ('media' in block) return block.media.map((item) => image(item, page));
    return block.kind === 'text' ? words(block.text, page) : [];
  });
  const cover = story.cover ? image(story.cover, page) : '';
  return element('item', [
    element('title', story.title),
    element('link', address),
    element('guid', address, { isPermaLink: 'true' }),
    element('pubDate', rssDate(story.publishedAt)),
    element('dc:creator', page.site.profile.photographer),
    ...[nl[kind].title, ...story.species.map(speciesLabel)].map((name) =>
      element('category', name),
    ),
    element('description', storyDescription(kind, story, page.site)),
    element('content:encoded', [cover, ...blocks].join('')),
  ]);
}

/** The newest items, field notes and series; equal content gives equal bytes. */
export function feed(page: FeedFile): string {
  const { origin, profile } = page.site;
  const entries = [
    ...page.items.map((item) => ({ at: item.createdAt, write: () => entry(item, page) })),
    ...page.notes.map((note) => ({
      at: note.publishedAt,
      write: () => storyEntry('notes', note, page),
    })),
    ...page.series.map((one) => ({
      at: one.publishedAt,
      write: () => storyEntry('series', one, page),
    })),
  ];
  // The sort is stable: guarded items, all dated to the start of their month, keep their order.
  entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const [newest] = entries;
  const logo = [
    element('url', `${origin}/icon-192.png`),
    element('title', profile.siteTitle),
    element('link', `${origin}/`),
  ];
  const channel = element('channel', [
    element('title', profile.siteTitle),
    element('link', `${origin}/`),
    element('description', profile.heroSubtitle),
    element('language', 'nl'),
    element('copyright', nl.footer.copyright(profile.copyrightHolder)),
    newest ? element('pubDate', rssDate(newest.at)) : null,
    element('image', logo),
    element('atom:link', [], {
      href: `${origin}${page.path}`,
      rel: 'self',
      type: 'application/rss+xml',
    }),
    ...entries.map(({ write }) => write()),
  ]);
  return xmlDocument('rss', namespaces, [channel]);
}
