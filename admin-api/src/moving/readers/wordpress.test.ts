import { expect, it } from 'vitest';
import { useMovingBench } from '#testing/moving-bench.ts';

const { bring, read } = useMovingBench();

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.8" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Blog</title><link>https://oud.nl</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>x</wp:category_nicename></wp:category>`;
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

interface Entry {
  [name: string]: string | Record<string, string> | undefined;
  meta?: Record<string, string>;
}
/** The XML of an item. */
function entry(id: number, type: string, { meta = {}, ...change }: Entry = {}): string {
  const texts = {
    title: `Titel ${id}`,
    link: `https://oud.nl/2012/05/${type}-${id}/`,
    'content:encoded': '',
    'excerpt:encoded': '',
    'wp:post_id': String(id),
    'wp:post_date': '2012-05-04 23:30:00',
    'wp:post_date_gmt': '2012-05-04 21:30:00',
    'wp:post_name': `naam-${id}`,
    'wp:status': 'publish',
    'wp:post_parent': '0',
    'wp:menu_order': '0',
    'wp:post_type': type,
    'wp:post_password': '',
    ...change,
  };
  const notes = Object.entries(meta).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  const elements = Object.entries(texts).map(
    ([name, text]) => `<${name}>${cdata(`${text}`)}</${name}>`,
  );
  const category = '<category domain="category" nicename="vogels"><![CDATA[Vogels]]></category>';
  const comment = `<wp:comment><wp:comment_content>${cdata('Mooi')}</wp:comment_content><category>x</category></wp:comment>`;
  return `<item>${elements.join('')}${id < 12 ? category : ''}${comment}${notes.join('')}</item>`;
}
const attachment = (id: number, file: string, change: Entry = {}) =>
  entry(id, 'attachment', {
    'wp:status': 'inherit',
    'wp:attachment_url': `https://oud.nl/wp-content/uploads/${file}`,
    ...change,
    meta: { _wp_attached_file: file, ...change.meta },
  });
const post = (id: number, content: string, change: Entry = {}) =>
  entry(id, 'post', { 'content:encoded': content, ...change });

const wxr = [
  HEAD,
  attachment(11, '2012/05/ree-scaled.jpg', {
    ...{
      title: 'Ree &amp; kalf',
      'excerpt:encoded': 'Onder',
      'content:encoded': 'Lang <em>verhaal</em>',
    },
    meta: {
      _wp_attachment_image_alt: 'Een ree ]]> in mist',
      _wp_attachment_metadata: 'a:1:{s:5:"width";i:9;}',
    },
  }),
  attachment(12, '2012/05/uil.jpg', { title: 'uil', 'wp:post_parent': '21', 'wp:menu_order': '2' }),
  attachment(13, '2012/05/vos-1024x768.jpg', { 'wp:post_parent': '21', 'wp:menu_order': '1' }),
  attachment(14, '2012/05/nest.jpg', { 'wp:post_parent': '22' }),
  attachment(15, '2012/05/clip.mp4'),
  attachment(16, '2012/05/weg.jpg', { 'wp:post_parent': '21' }),
  attachment(17, '2012/05/prijs.pdf'),
  attachment(18, '2012/05/dicht.jpg', { 'wp:post_parent': '21', 'wp:post_password': 'x' }),
  attachment(19, '2012/05/los.jpg'),
  attachment(20, '2012/05/erbij.jpg', { 'wp:post_parent': '21', 'wp:menu_order': '3' }),
  post(
    21,
    `<!-- wp:paragraph -->
<p>Mist <strong>op</strong> de <a href="https://a.nl/x">hei</a>.</p>
<!-- /wp:paragraph -->
<!-- wp:gallery {"ids":[13,12],"linkTo":"none"} -->
<figure class="wp-block-gallery"><figure class="wp-block-image"><img src="https://oud.nl/wp-content/uploads/2012/05/vos-1024x768.jpg" class="wp-image-13"/><figcaption>De [vos]</figcaption></figure>
<figure class="wp-block-image"><img src="x.jpg" data-id="12"/></figure></figure>
<!-- /wp:gallery -->
<!-- wp:heading --><h3>Later</h3><!-- /wp:heading -->
<!-- wp:list --><ul><li>een</li><li>twee</li></ul><!-- /wp:list -->
<!-- wp:video {"id":15} --><figure><video controls src="https://oud.nl/wp-content/uploads/2012/05/clip.mp4"></video></figure><!-- /wp:video -->`,
    { title: 'Mist &#8211; ochtend', meta: { _thumbnail_id: '11' } },
  ),
  post(
    22,
    `Eerste * regel
tweede.

[caption id="attachment_11" align="alignnone"]<a href="x"><img class="size-large wp-image-11" src="y.jpg" /></a> Zo was het[/caption]

<blockquote>Stil</blockquote>[gallery ids="12, 14"]
<img src="https://oud.nl/wp-content/uploads/2012/05/ree-300x200.jpg" />
<img src="https://elders.nl/x.jpg" /><script>alert(1)</script>`,
    { 'wp:post_password': 'geheim' },
  ),
  post(23, '[gallery]', { 'wp:status': 'private' }),
  post(24, '[gallery id="21"]', {
    'wp:status': 'future',
    'wp:post_date_gmt': '0000-00-00 00:00:00',
  }),
  post(25, 'Later', { 'wp:status': 'draft', link: 'https://oud.nl/?p=25', title: '' }),
  post(26, 'Weg', { 'wp:status': 'trash' }),
  entry(31, 'page', { title: 'Over mij', 'content:encoded': '<img class="wp-image-32">' }),
  attachment(32, '2012/05/pagina.jpg'),
  '</channel></rss>',
].join('\n');

const files = {
  'oud.WordPress.2026-01-01.xml': wxr,
  'uploads/2012/05/ree.jpg': { location: '52.131234, 5.860432', title: 'Bestand' },
  'uploads/2012/05/ree-scaled.jpg': { n: 11 },
  'uploads/2012/05/ree-300x200.jpg': { n: 12 },
  'uploads/2012/05/uil.jpg': { n: 2, title: 'Uit het bestand' },
  'uploads/2012/05/vos-1024x768.jpg': { n: 3 },
  'uploads/2012/05/nest.jpg': { n: 4 },
  'uploads/2012/05/clip.mp4': { n: 5 },
  'uploads/2012/05/dicht.jpg': { n: 8 },
  'uploads/2012/05/los.jpg': { n: 9 },
  'uploads/2012/05/erbij.jpg': { n: 10 },
  'uploads/2012/05/pagina.jpg': { n: 11 },
  'uploads/2012/05/prijs.pdf': 'pdf',
};

it('reads attachments, public where public posts show them', async () => {
  const { form } = await read(files);
  expect(form.items.map((item) => [item.sourceId, item.file, item.visibility])).toEqual([
    ['11', 'uploads/2012/05/ree.jpg', 'public'],
    ['12', 'uploads/2012/05/uil.jpg', 'public'],
    ['13', 'uploads/2012/05/vos-1024x768.jpg', 'public'],
    ['14', 'uploads/2012/05/nest.jpg', 'private'],
    ['15', 'uploads/2012/05/clip.mp4', 'public'],
    ['18', 'uploads/2012/05/dicht.jpg', 'private'],
    ['19', 'uploads/2012/05/los.jpg', 'private'],
    ['20', 'uploads/2012/05/erbij.jpg', 'public'],
    ['32', 'uploads/2012/05/pagina.jpg', 'public'],
  ]);
  expect(form.items.slice(0, 2)).toMatchObject([
    {
      title: 'Ree & kalf',
      description: 'Onder\n\nLang verhaal',
      alt: 'Een ree ]]> in mist',
      keywords: ['Vogels'],
      privacy: 'hidden',
      publishedAt: '2012-05-04T21:30:00.000Z',
    },
    { title: undefined, keywords: undefined },
  ]);
});

it('answers for the addresses of posts, attachments and files', async () => {
  const { form } = await read(files);
  const { outcome, answers } = await bring(form);
  expect(outcome).toEqual({ created: 9, linked: 0, failed: [] });
  expect(answers).toMatchObject({
    '/2012/05/attachment-11/': 301,
    '/wp-content/uploads/2012/05/ree-scaled.jpg': 301,
    '/wp-content/uploads/2012/05/ree.jpg': 301,
    '/wp-content/uploads/2012/05/nest.jpg': 410,
    '/2012/05/post-21/': 301,
    '/2012/05/post-22/': 410,
    '/2012/05/page-31/': 410,
    '/wp-content/uploads/2012/05/prijs.pdf': 410,
  });
  expect(Object.values(answers).every((status) => [301, 410].includes(status))).toBe(true);
});

it('turns posts into notes of Markdown and pictures', async () => {
  const { form } = await read(files);
  const single = (id: number, caption = '') => ({
    kind: 'single',
    media: [`wordpress:${id}`],
    captions: [caption],
  });
  expect(
    form.stories.map(({ kind, facts: { title, date, visibility } }) => [
      kind,
      title,
      date,
      visibility,
    ]),
  ).toEqual([
    ['note', 'Mist – ochtend', '2012-05-04', 'public'],
    ['note', 'Titel 22', '2012-05-04', 'private'],
    ['note', 'Titel 23', '2012-05-04', 'private'],
    ['note', 'Titel 24', '2012-05-04', 'private'],
    ['note', 'naam-25', '2012-05-04', 'draft'],
  ]);
  expect(form.stories[0]?.facts.cover).toBe('wordpress:11');
  expect(form.stories.map(({ blocks }) => blocks)).toEqual([
    [
      { kind: 'text', text: 'Mist **op** de [hei](<https://a.nl/x>).' },
      ...[single(13, 'De [vos]'), single(12)],
      { kind: 'text', text: '### Later\n\n-   een\n-   twee' },
      single(15),
    ],
    [
      { kind: 'text', text: 'Eerste \\* regel  \ntweede.' },
      single(11, 'Zo was het'),
      { kind: 'text', text: '> Stil' },
      ...[single(12), single(14), single(11)],
    ],
    [],
    [18, 13, 12, 20].map((id) => single(id)),
    [{ kind: 'text', text: 'Later' }],
  ]);
});

it('names what stays behind', async () => {
  const { form, left } = await read(files);
  expect(form.faults).toEqual([]);
  expect(left.slice(1)).toEqual([
    'Pictures in “Titel 22” that are not among the files (1): https://elders.nl/x.jpg',
    'Pictures in “Titel 24” that are not among the files (1): 16',
    'Photos and videos whose file is missing (1): 2012/05/weg.jpg',
    'Files that are not photos or videos (1): 2012/05/prijs.pdf',
    'Pages (1): “Over mij”',
    'Old addresses that can’t redirect here (1): https://oud.nl/?p=25',
  ]);
});

it('reads several exports: with forbidden characters, cut off, in Latin-1', async () => {
  const latin = HEAD.replace('UTF-8', 'ISO-8859-1') + post(4, 'x', { title: 'Reeën' });
  const { form, left } = await read({
    'a.xml': `${HEAD}${post(1, 'Een \u0008&nbsp;')}${post(2, 'Twee').replace(/<!\[CDATA\[Twee.*/s, '')}`,
    'b.xml': `${HEAD}${post(1, 'Nog eens')}${post(3, `${'<div>'.repeat(100_000)}diep`)}</channel></rss>`,
    'c.xml': '<gpx/>',
    'd.xml': Buffer.from(`${latin}</channel></rss>`, 'latin1'),
  });
  expect(left.slice(1)).toEqual(['a.xml: it ends too early']);
  expect(form.stories.map(({ facts, blocks }) => [facts.title, blocks.length])).toEqual([
    ['Titel 1', 1],
    ['Titel 3', 1],
    ['Reeën', 1],
  ]);
});
