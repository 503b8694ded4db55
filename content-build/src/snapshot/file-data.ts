/** What the files that are not HTML show: sitemap, feed, and what stands in them. */
import {
  FEED_ITEMS,
  type FeedFile,
  type PageData,
  type PublicItem,
  SITEMAP_PART_ITEMS,
  type SitemapFile,
  type SitemapItem,
  type SitemapPartFile,
} from '@veldlicht/contract/snapshot';
import type { ContentSource, Entry } from './content-source.ts';

/** Part of an item: cut by age, so that an addition touches one. Part 0 has the other pages. */
export function sitemapNumber(seq: number): number {
  return Math.floor((seq - 1) / SITEMAP_PART_ITEMS) + 1;
}

export function sitemapPath(number: number): string {
  return `/sitemap-${number}.xml`;
}

export function sitemapData(source: ContentSource, parts: string[]): SitemapFile {
  return { kind: 'sitemap', path: '/sitemap.xml', site: source.site, parts };
}

function toSitemapItem(item: PublicItem): SitemapItem {
  const { path, sources, type } = item;
  return { path, sources, film: type === 'video' ? item : null };
}

/** Either pages (part 0) or the items of one age. */
export function sitemapPartData(
  source: ContentSource,
  number: number,
  pages: string[],
  entries: Entry[],
): SitemapPartFile {
  const items = source.items(entries).map(toSitemapItem);
  return { kind: 'sitemap-part', path: sitemapPath(number), site: source.site, pages, items };
}

/** The newest items, as many as the feed shows. */
export function feedEntries(source: ContentSource): Entry[] {
  return source.entries.slice(0, FEED_ITEMS);
}

export function feedData(source: ContentSource): FeedFile {
  const items = source.items(feedEntries(source));
  return { kind: 'feed', path: '/rss.xml', site: source.site, items };
}

/** Pages and files that show nothing but the settings. */
export function plainPageData(
  source: ContentSource,
  kind: 'licence' | 'robots' | 'app-manifest',
  path: string,
): PageData {
  return { kind, path, site: source.site };
}
