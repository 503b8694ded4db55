import { sitemapPart } from '#files/sitemap.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const getStaticPaths = async () =>
  (await import('#static-pages.ts')).paramsBelow('/sitemap-', 'number', '.xml');

export const GET = fileRoute('sitemap-part', 'application/xml', sitemapPart);
