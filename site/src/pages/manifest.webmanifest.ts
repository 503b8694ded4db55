import { appManifest } from '#files/site-files.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const GET = fileRoute('app-manifest', 'application/manifest+json', appManifest);
