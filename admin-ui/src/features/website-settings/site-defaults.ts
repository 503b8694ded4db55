import type { SiteProfile } from '@veldlicht/contract/settings';

/**
 * What visitors read where the owner left a field empty, shown as placeholders; Dutch in both
 * languages, as the site is. The site fills them in itself: content-build, snapshot/site-facts.ts.
 */
export const siteDefaults = {
  photographer: 'Veldlicht',
  siteTitle: 'Veldlicht · natuurfotografie',
  heroTitle: 'Licht over het veld',
  heroSubtitle: 'Natuurfotografie uit het Nederlandse landschap: stil, geduldig en dichtbij.',
  about:
    'Vroeg op, lang stilzitten en wachten tot het licht klopt. De foto’s op deze site zijn gemaakt met respect voor dier en plek: zonder verstoring, en zonder kwetsbare plaatsen prijs te geven.',
  businessLabel: 'Inspectiebureau',
} as const satisfies Partial<SiteProfile>;
