import type { APIRoute } from 'astro';
import { fileAnswer } from '#files/file-answer.ts';
import { robotsText } from '#files/robots.ts';
import { pageOfKind } from '#lib/page-of-kind.ts';

export const GET: APIRoute = ({ locals }) =>
  fileAnswer(robotsText(pageOfKind(locals.page, 'robots').site), 'text/plain');
