/** /robots.txt, /.well-known/tdmrep.json and /manifest.webmanifest. */
import type { SiteFacts } from '@veldlicht/contract/snapshot';

/** Programs that gather texts and pictures to train on, by the names that their makers publish. */
const TRAINERS = [
  ...['GPTBot', 'ClaudeBot', 'anthropic-ai', 'Google-Extended', 'Applebot-Extended', 'CCBot'],
  ...['Bytespider', 'Meta-ExternalAgent', 'Amazonbot', 'cohere-ai', 'Diffbot', 'img2dataset'],
];

/** Everything may be found but what is for the owner; trainers are turned away unless they may come. */
export function robotsText({ site }: { site: SiteFacts }): string {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', ''];
  if (site.profile.notForTraining)
    lines.push(...TRAINERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '');
  return [...lines, `Sitemap: ${site.origin}/sitemap.xml`, ''].join('\n');
}

/** What the rights holder reserves, and where to ask (TDM Reservation Protocol, W3C community group report). */
export function tdmText({ site }: { site: SiteFacts }): string {
  const reserved = { location: '/', 'tdm-reservation': 1, 'tdm-policy': `${site.origin}/licentie` };
  return `${JSON.stringify([reserved], null, 2)}\n`;
}

/** The paper of the site (styles/base.css). */
const PAPER = '#fbfaf6';

/** How the site looks among the apps of a phone. */
export function appManifest({ site: { profile } }: { site: SiteFacts }): string {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: '/',
    name: profile.siteTitle,
    short_name: profile.photographer,
    description: profile.heroSubtitle,
    lang: 'nl',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
