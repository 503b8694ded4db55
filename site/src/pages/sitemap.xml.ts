import { sitemapIndex } from '#files/sitemap.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const GET = fileRoute('sitemap', 'application/xml', sitemapIndex);
