import { expect, it } from 'vitest';
import { previewTarget } from './preview.routes.ts';

it.each([
  ['/admin/preview/', '/'],
  ['/admin/preview/foto/ree-1234', '/foto/ree-1234'],
  ['/admin/preview/video/vos-0001', '/video/vos-0001'],
  ['/admin/preview/mediabibliotheek', '/mediabibliotheek'],
  ['/admin/preview/mediabibliotheek/archief/12', '/mediabibliotheek/archief/12'],
  ['/admin/preview/bibliotheek/preview-0-search.json', '/bibliotheek/preview-0-search.json'],
  ['/admin/preview/bibliotheek/preview-40-view.json', '/bibliotheek/preview-40-view.json'],
  ['/admin/preview/nergens', '/nergens'],
  ['/admin/preview/re%C3%ABn', '/reën'],
])('%s shows %s', (address, path) => {
  expect(previewTarget(address)).toEqual({ kind: 'shown', path });
});

it.each([
  ['/admin/preview', '/admin/preview/'],
  ['/admin/preview/mediabibliotheek/', '/admin/preview/mediabibliotheek'],
  ['/admin/preview/foto/ree-1234.html', '/admin/preview/foto/ree-1234'],
  ['/admin/preview/index.html', '/admin/preview/'],
])('%s has one spelling: %s', (address, to) => {
  expect(previewTarget(address)).toEqual({ kind: 'redirect', to });
});

it.each([
  '/admin/preview//',
  '/admin/preview//elders.example',
  '/admin/preview/..%2f..%2fetc%2fpasswd',
  '/admin/preview/%2e%2e/x',
  '/admin/preview/foto/%5c..%5cx-12',
  '/admin/preview/foto/a%00b-12',
  '/admin/preview/%zz',
  '/admin/preview/.env',
  '/admin/preview/404',
  '/admin/preview/foto/zonder-cijfers',
  '/admin/preview/foto/12/ree-1212',
  '/admin/preview/rss.xml',
  '/admin/preview/robots.txt',
  '/admin/preview/sitemap-1.xml',
  '/admin/preview/index.html.br',
  '/admin/preview/_astro/site.css',
  '/admin/preview/bibliotheek/0123456789abcdef.json',
  '/admin/preview/bibliotheek/preview-01-view.json',
  '/admin/preview/bibliotheek/preview-123456789-view.json',
  '/admin/preview/bibliotheek/preview-1-all.json',
  `/admin/preview/foto/${'a'.repeat(300)}-12`,
])('%s shows nothing', (address) => {
  expect(previewTarget(address)).toEqual({ kind: 'missing' });
});
