import { expect, it } from 'vitest';
import { keepLinksInPreview } from './preview-links.ts';

it.each([
  ['/', '/admin/preview/'],
  ['/#contact', '/admin/preview/#contact'],
  ['/foto/ree-1234', '/admin/preview/foto/ree-1234'],
  ['/mediabibliotheek', '/admin/preview/mediabibliotheek'],
  ['/mediabibliotheek?tag=v.l.n.r.', '/admin/preview/mediabibliotheek?tag=v.l.n.r.'],
  ['/licentie', '/admin/preview/licentie'],
])('leads %s to %s', (from, to) => {
  expect(keepLinksInPreview(`<a class="x" href="${from}">x</a>`)).toBe(
    `<a class="x" href="${to}">x</a>`,
  );
});

it.each([
  '#inhoud',
  '//elders.example/x',
  'https://elders.example/',
  'mailto:joris@example.nl',
  '/_astro/site.css',
  '/media/ab/960.jpg',
  '/favicon.ico',
  '/rss.xml',
  '/admin',
  '/admin/media',
  '/admin/preview/foto/ree-1234',
  '/api/contact',
])('leaves %s', (href) => {
  const html = `<link\nhref="${href}">`;
  expect(keepLinksInPreview(html)).toBe(html);
});

it('leaves what only looks like a link', () => {
  const html =
    '<p title="a href=&quot;/x&quot;"> href=&quot;/x&quot;</p><script>{"t":" href=\\"/x\\""}</script><i data-href="/x">';
  expect(keepLinksInPreview(html)).toBe(html);
});
