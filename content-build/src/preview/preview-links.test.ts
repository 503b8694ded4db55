import { expect, it } from 'vitest';
import { keepLinksInPreview } from './preview-links.ts';

const page = (hrefs: string[]) => hrefs.map((href) => `<a class="x"\nhref="${href}">x</a>`).join();

it('moves links to pages below the preview', () => {
  const addresses = [
    ...['/', '/#contact', '/foto/ree-1234', '/mediabibliotheek', '/licentie'],
    '/mediabibliotheek?tag=v.l.n.r.',
  ];
  const moved = addresses.map((address) => `/admin/preview${address}`);
  expect(keepLinksInPreview(page(addresses))).toBe(page(moved));
});

it('leaves links to other sites, files, the API and the panel, and text that looks like a link', () => {
  const others = page([
    ...['#inhoud', '//elders.example/x', 'https://elders.example/', 'mailto:joris@example.nl'],
    ...['/_astro/site.css', '/media/ab/960.jpg', '/favicon.ico', '/rss.xml', '/api/contact'],
    ...['/admin', '/admin/media', '/admin/preview/foto/ree-1234'],
  ]);
  const words =
    '<p title="a href=&quot;/x&quot;"> href=&quot;/x&quot;</p><script>{"t":" href=\\"/x\\""}</script><i data-href="/x">';
  expect(keepLinksInPreview(others + words)).toBe(others + words);
});
