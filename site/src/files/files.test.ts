import { emptyProfile } from '@veldlicht/contract/settings';
import type {
  FeedFile,
  PublicItem,
  SiteFacts,
  SitemapPartFile,
} from '@veldlicht/contract/snapshot';
import { expect, test } from 'vitest';
import { ladderSources } from '#lib/ladder.ts';
import { appManifest } from './app-manifest.ts';
import { feed } from './feed.ts';
import { sitemapPart } from './sitemap.ts';

const site: SiteFacts = {
  origin: 'https://veldlicht.example',
  profile: { ...emptyProfile, photographer: 'Joris', copyrightHolder: 'Joris', siteTitle: 'A & B' },
  googleAnalyticsId: null,
};
const photo: PublicItem = {
  path: '/foto/grutto-1234',
  slug: 'grutto-1234',
  type: 'photo',
  title: 'Grutto <3 ]]>',
  alt: 'Een "grutto"\u0000',
  description: null,
  place: null,
  placeDegrees: null,
  date: null,
  category: 'fauna',
  categoryLabel: 'Fauna',
  tags: ['a&b'],
  width: 1200,
  height: 800,
  duration: null,
  color: '#aabbcc',
  placeholder: null,
  focus: { x: 0.5, y: 0.5 },
  sources: ladderSources('abc', 1200, 800),
  camera: {},
  createdAt: '2026-05-02T10:00:00.000Z',
  video: null,
};
const film: PublicItem = {
  ...photo,
  path: '/video/vos-0007',
  type: 'video',
  duration: 0.2,
  video: { url: '/media/abc/video.mp4', format: 'mp4', width: 1280, height: 720 },
};

const feedOf = (items: PublicItem[]): FeedFile => ({ kind: 'feed', path: '/rss.xml', site, items });
const partOf = (items: PublicItem[]): SitemapPartFile => ({
  kind: 'sitemap-part',
  path: '/sitemap-1.xml',
  site,
  pages: [],
  items: items.map((item) => ({ ...item, film: item.type === 'video' ? item : null })),
});

test('an item of the feed has its address as its name, its date, and its picture', () => {
  const xml = feed(feedOf([photo]));
  expect(xml).toContain(
    '<guid isPermaLink="true">https://veldlicht.example/foto/grutto-1234</guid><pubDate>Sat, 02 May 2026 10:00:00 GMT</pubDate>',
  );
  expect(xml).toContain('<title>Grutto &lt;3 ]]&gt;</title>');
  expect(xml).toContain('<category>a&amp;b</category>');
  expect(xml).toContain('url="https://veldlicht.example/media/abc/1600.jpg" type="image/jpeg"');
});

test('what readers show as HTML is escaped twice, so that a title stays a title', () => {
  expect(feed(feedOf([photo]))).toContain('alt=&quot;Een &amp;quot;grutto&amp;quot;&quot;');
});

test('a feed without items is whole, and has no date to tell', () => {
  const xml = feed(feedOf([]));
  expect(xml).toContain('<title>A &amp; B</title>');
  expect(xml).not.toMatch(/<item>|<pubDate>/);
});

test('a photo in the sitemap names its largest JPEG, a film its still and a length above nothing', () => {
  const xml = sitemapPart(partOf([photo, film]));
  expect(xml).toContain(
    '<image:image><image:loc>https://veldlicht.example/media/abc/1600.jpg</image:loc></image:image>',
  );
  expect(xml).toContain(
    '<video:content_loc>https://veldlicht.example/media/abc/video.mp4</video:content_loc><video:duration>1</video:duration>',
  );
  expect(xml.match(/<image:image>/g)).toHaveLength(1);
});

test('a film without its still is an address like any other', () => {
  expect(sitemapPart(partOf([{ ...film, sources: [] }]))).toContain(
    '<url><loc>https://veldlicht.example/video/vos-0007</loc></url>',
  );
});

test('the manifest is JSON whatever the owner types', () => {
  const hostile = { ...site, profile: { ...site.profile, siteTitle: '"</script>\u2028' } };
  expect(JSON.parse(appManifest(hostile))).toMatchObject({ name: '"</script>\u2028', lang: 'nl' });
});
