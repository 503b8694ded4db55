import type { SiteOf } from '@veldlicht/contract/site-facts';
import { fileRoute } from '#lib/page-of-kind.ts';

/** Background colour of the site (styles/base.css). */
const PAPER = '#fbfaf6';

/** How the site appears among a phone's apps. */
export function appManifest({ site: { profile } }: { site: SiteOf<'app-manifest'> }): string {
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

export const GET = fileRoute('app-manifest', 'application/manifest+json', appManifest);
