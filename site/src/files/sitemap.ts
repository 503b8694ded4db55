/** The sitemap (sitemaps.org, with Google's extensions for pictures and videos). */
import type {
  PublicItem,
  SitemapFile,
  SitemapItem,
  SitemapPartFile,
} from '@veldlicht/contract/snapshot';
import { sharingPicture } from '#lib/pictures.ts';
import { itemDescription } from '#lib/texts.ts';
import { element, type Markup, xmlDocument } from './xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const GOOGLE = 'http://www.google.com/schemas';
/** Google accepts no longer videos, in seconds. */
const LONGEST = 28_800;

/** The list of parts, without dates: crawlers fetch a part to see what changed. */
export function sitemapIndex({ site, parts }: SitemapFile): string {
  const entries = parts.map((path) => element('sitemap', [element('loc', site.origin + path)]));
  return xmlDocument('sitemapindex', { xmlns: NAMESPACE }, entries);
}

function videoElement(item: PublicItem, page: SitemapPartFile): Markup | null {
  const { origin } = page.site;
  const still = sharingPicture(item.sources);
  if (!item.video || !still) return null;
  const seconds = Math.max(1, Math.round(item.duration ?? 0));
  return element('video:video', [
    element('video:thumbnail_loc', origin + still.url),
    element('video:title', item.title),
    element('video:description', itemDescription(item, page.site)),
    element('video:content_loc', origin + item.video.url),
    item.duration !== null && seconds <= LONGEST ? element('video:duration', seconds) : null,
    element('video:publication_date', item.createdAt),
  ]);
}

function itemEntry({ path, sources, video }: SitemapItem, page: SitemapPartFile): Markup {
  const { origin } = page.site;
  const picture = video ? undefined : sharingPicture(sources);
  return element('url', [
    element('loc', origin + path),
    picture ? element('image:image', [element('image:loc', origin + picture.url)]) : null,
    video && videoElement(video, page),
  ]);
}

/** One part: pages by address only, items with their picture or video. */
export function sitemapPart(page: SitemapPartFile): string {
  const names = {
    xmlns: NAMESPACE,
    'xmlns:image': `${GOOGLE}/sitemap-image/1.1`,
    'xmlns:video': `${GOOGLE}/sitemap-video/1.1`,
  };
  return xmlDocument('urlset', names, [
    ...page.pages.map((path) => element('url', [element('loc', page.site.origin + path)])),
    ...page.items.map((item) => itemEntry(item, page)),
  ]);
}
