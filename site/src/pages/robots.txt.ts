import type { SiteOf } from '@veldlicht/contract/site-facts';
import { fileRoute } from '#lib/page-of-kind.ts';

/** Programs that gather texts and pictures to train on, by the names that their makers publish. */
const TRAINERS = [
  ...['GPTBot', 'ClaudeBot', 'anthropic-ai', 'Google-Extended', 'Applebot-Extended', 'CCBot'],
  ...['Bytespider', 'Meta-ExternalAgent', 'Amazonbot', 'cohere-ai', 'Diffbot', 'img2dataset'],
];

/** Everything may be found but what is for the owner; trainers are turned away unless they may come. */
function robotsText({ site }: { site: SiteOf<'robots'> }): string {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', ''];
  if (site.profile.notForTraining)
    lines.push(...TRAINERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '');
  return [...lines, `Sitemap: ${site.origin}/sitemap.xml`, ''].join('\n');
}

export const GET = fileRoute('robots', 'text/plain', robotsText);
