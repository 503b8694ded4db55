import type { APIRoute } from 'astro';
import { appManifest } from '#files/app-manifest.ts';
import { fileAnswer } from '#files/file-answer.ts';
import { pageOfKind } from '#lib/page-of-kind.ts';

export const GET: APIRoute = ({ locals }) =>
  fileAnswer(
    appManifest(pageOfKind(locals.page, 'app-manifest').site),
    'application/manifest+json',
  );
