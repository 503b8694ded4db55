import type { APIRoute } from 'astro';
import { fileAnswer } from '#files/file-answer.ts';
import { sitemapPart } from '#files/sitemap.ts';
import { pageOfKind } from '#lib/page-of-kind.ts';

export const getStaticPaths = async () =>
  (await import('#static/pages-file.ts')).paramsBelow('/sitemap-', 'number', '.xml');

export const GET: APIRoute = ({ locals }) =>
  fileAnswer(sitemapPart(pageOfKind(locals.page, 'sitemap-part')), 'application/xml');
