import type { APIRoute } from 'astro';
import { feed } from '#files/feed.ts';
import { fileAnswer } from '#files/file-answer.ts';
import { pageOfKind } from '#lib/page-of-kind.ts';

export const GET: APIRoute = ({ locals }) =>
  fileAnswer(feed(pageOfKind(locals.page, 'feed')), 'application/rss+xml');
