import type { SiteOf } from '@veldlicht/contract/site-facts';
import { fileRoute } from '#lib/page-of-kind.ts';

/** Crawlers that collect training data, by their published names. */
const TRAINERS = [
  ...['GPTBot', 'ClaudeBot', 'anthropic-ai', 'Google-Extended', 'Applebot-Extended', 'CCBot'],
  ...['Bytespider', 'Meta-ExternalAgent', 'Amazonbot', 'cohere-ai', 'Diffbot', 'img2dataset'],
];

/** Allows everything but panel and API; disallows training crawlers unless the owner allows them. */
function robotsText({ site }: { site: SiteOf<'robots'> }): string {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', ''];
  if (site.profile.notForTraining)
    lines.push(...TRAINERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '');
  return [...lines, `Sitemap: ${site.origin}/sitemap.xml`, ''].join('\n');
}

export const GET = fileRoute('robots', 'text/plain', robotsText);
