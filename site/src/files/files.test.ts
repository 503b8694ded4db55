import type { PublicStory } from '@veldlicht/contract/public-story';
import type { SiteFacts } from '@veldlicht/contract/site-facts';
import type { FeedFile, PublicItem, SitemapPartFile } from '@veldlicht/contract/snapshot';
import { xmlText } from '@veldlicht/contract/xml';
import { expect, test } from 'vitest';
import { appManifest } from '#pages/manifest.webmanifest.ts';
import { photo as plainPhoto, site as plainSite, video as plainVideo } from '#testing/items.ts';
import { feed } from './feed.ts';
import { sitemapPart } from './sitemap.ts';
import { element, xmlDocument } from './xml.ts';

const site: SiteFacts = { ...plainSite, profile: { ...plainSite.profile, siteTitle: 'A & B' } };
const photo: PublicItem = {
  ...plainPhoto,
  title: 'Grutto <3 ]]>',
  alt: 'Een "grutto"\u0000',
  tags: ['a&b'],
};
const video: PublicItem = { ...plainVideo, duration: 0.2 };

const feedOf = (items: PublicItem[], notes: PublicStory[] = []): FeedFile => ({
  kind: 'feed',
  path: '/rss.xml',
  site,
  items,
  notes,
  series: [],
});
const partOf = (items: PublicItem[]): SitemapPartFile => ({
  kind: 'sitemap-part',
  path: '/sitemap-1.xml',
  site,
  pages: [],
  items: items.map((item) => ({ ...item, video: item.type === 'video' ? item : null })),
});

test('an item in the feed has its address as its id, its date and its picture', () => {
  const xml = feed(feedOf([photo]));
  expect(xml).toContain(
    '<guid isPermaLink="true">https://veldlicht.example/foto/grutto-1234</guid><pubDate>Sat, 02 May 2026 10:00:00 GMT</pubDate>',
  );
  expect(xml).toContain('<title>Grutto &lt;3 ]]&gt;</title>');
  expect(xml).toContain('<category>a&amp;b</category>');
  expect(xml).toContain('url="https://veldlicht.example/media/abc/1600-3.jpg" type="image/jpeg"');
});

test('text that readers show as HTML is escaped twice', () => {
  expect(feed(feedOf([photo]))).toContain('alt=&quot;Een &amp;quot;grutto&amp;quot;&quot;');
});

test('a field note is in the feed by its date, in full, with absolute links', () => {
  const note: PublicStory = {
    path: '/veldnotities/vorst-1234',
    title: 'Vorst',
    date: '2026-01-09',
    cover: null,
    publishedAt: '2026-05-03T10:00:00.000Z',
    species: [],
    blocks: [
      { kind: 'text', text: 'Zie [de kaart](/kaart).' },
      { kind: 'single', media: [photo], captions: ['Daar'] },
    ],
  };
  const xml = feed(feedOf([photo], [note]));
  expect(xml.indexOf('/veldnotities/vorst-1234</guid>')).toBeLessThan(
    xml.indexOf('/foto/grutto-1234</guid>'),
  );
  expect(xml).toContain(
    '&lt;a href=&quot;https://veldlicht.example/kaart&quot;&gt;de kaart&lt;/a&gt;',
  );
  expect(xml).toContain('<description>Zie de kaart.</description>');
});

test('a feed without items is valid and has no date', () => {
  const xml = feed(feedOf([]));
  expect(xml).toContain('<title>A &amp; B</title>');
  expect(xml).not.toMatch(/<item>|<pubDate>/);
});

test('the sitemap has the largest JPEG of a photo, and the poster and a positive length of a video', () => {
  const xml = sitemapPart(partOf([photo, video]));
  expect(xml).toContain(
    '<image:image><image:loc>https://veldlicht.example/media/abc/1600-3.jpg</image:loc></image:image>',
  );
  expect(xml).toContain(
    '<video:content_loc>https://veldlicht.example/media/abc/video.mp4</video:content_loc><video:duration>1</video:duration>',
  );
  expect(xml.match(/<image:image>/g)).toHaveLength(1);
});

test('a video without a poster is listed as a plain address', () => {
  expect(sitemapPart(partOf([{ ...video, sources: [] }]))).toContain(
    '<url><loc>https://veldlicht.example/video/vos-0007</loc></url>',
  );
});

test('the manifest is valid JSON for any text', () => {
  const hostile = { ...site, profile: { ...site.profile, siteTitle: '"</script>\u2028' } };
  expect(JSON.parse(appManifest({ site: hostile }))).toMatchObject({
    name: '"</script>\u2028',
    lang: 'nl',
  });
});

test('no text can become markup', () => {
  const hostile = `</title><script>alert("1")</script>]]> & 'x' &amp;`;
  expect(xmlText(hostile)).toBe(
    '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;]]&gt; &amp; &apos;x&apos; &amp;amp;',
  );
  expect(element('title', hostile, { about: hostile }).xml).not.toMatch(/<script|]]>|""/);
});

test('characters not allowed in XML are left out', () => {
  expect(xmlText('a\u0000\u0008\u000b\u001b\u007f\u0085\ufffe\uffffz')).toBe('a\u0085z');
  expect(xmlText('\ud83d\udd4a \ud83d los \udd4a')).toBe('\ud83d\udd4a  los ');
  expect(xmlText('regel 1\n\tregel 2\r')).toBe('regel 1\n\tregel 2\r');
});

test('elements nest, and null parts leave no trace', () => {
  const child = element('b', 'x', { n: 1, none: undefined });
  expect(element('a', [child, null, element('c')]).xml).toBe('<a><b n="1">x</b><c/></a>');
});

test('a document has each child of its root on a line of its own', () => {
  expect(xmlDocument('r', { v: '1' }, [element('a'), null, element('b')])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<r v="1">\n<a/>\n<b/>\n</r>\n',
  );
});
