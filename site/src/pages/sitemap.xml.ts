import type { APIRoute } from 'astro';
import { fileAnswer } from '#files/file-answer.ts';
import { sitemapIndex } from '#files/sitemap.ts';
import { pageOfKind } from '#lib/page-of-kind.ts';

export const GET: APIRoute = ({ locals }) =>
  fileAnswer(sitemapIndex(pageOfKind(locals.page, 'sitemap')), 'application/xml');
