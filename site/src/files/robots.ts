import type { SiteFacts } from '@veldlicht/contract/snapshot';

/** /robots.txt: everything may be found but what is for the owner. */
export function robotsText({ origin }: SiteFacts): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
